"""Installing on a machine of its own: what `tapis install` puts where, and takes away again.

`layout` says which files there are and what is in them, from the templates in `files/`;
`certificates` makes the broker's; `commands` writes them through `place`, which follows no link.
Start with `layout`.
"""
