"""Looking after a table: the commands of its owner.

`backups/` writes and restores, `journals/` is `tapis journal` with statistics and players' own
hands, `house_files/` is `tapis house`. `deck`, `devices`, `shuffles` and `contract` (`tapis
events`) are commands, `byhand` plays on without electronics, `byhand_page` on a page. A command
starts with the function of its name.
"""
