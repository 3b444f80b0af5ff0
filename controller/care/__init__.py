"""The owner's commands for looking after a table.

`backups/` writes and restores backups, `journals/` is `tapis journal` with statistics and players'
own hands, `house_files/` is `tapis house`. `deck`, `devices`, `shuffles` and `contract` (`tapis
events`) are commands. `byhand` continues a table without electronics, `byhand_page` is its page.
Each command starts with the function of its name.
"""
