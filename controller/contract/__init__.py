"""The contract: observations in, public and private events out, commands, scans. Structs only."""
