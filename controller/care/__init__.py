"""The owner's commands for looking after a table.

`backups/` writes and restores backups; `journals/` contains `tapis journal`, with statistics and
exports of players' own hands; `house_files/` contains `tapis house`. `deck`, `devices`, `shuffles`
and `contract` (`tapis events`) are commands. `byhand` lets a table continue without electronics,
and `byhand_page` writes the page for it. Each command's entry point is the function of the same
name.
"""
