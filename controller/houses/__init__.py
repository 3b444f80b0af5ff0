"""The rules of the houses: what a house can say (model), how it is read (loader), the files."""
