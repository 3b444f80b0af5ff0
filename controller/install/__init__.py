"""Installing on a machine of its own: what `tapis install` puts where, and takes away again."""
