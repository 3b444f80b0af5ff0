"""One module for each chip: thin, so that what is worth testing lies outside of them."""
