"""One module for each change to the tables."""
