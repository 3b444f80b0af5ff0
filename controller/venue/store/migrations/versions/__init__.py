"""A module for each change of the tables."""
