"""Installation on a dedicated machine: `tapis install`, and the removal of installed files.

`layout` lists the files and their contents, from the templates in `files/`. `certificates` creates
the broker's certificate. `commands` writes the files through `root_files`, which follows no
symbolic links. Start with `layout`.
"""
