"""The owner's commands for looking after a table.

`backups/` writes and restores backups; `journals/` contains `tapis journal`, including statistics
and exports of players' own hands; `house_files/` contains `tapis house`. `deck`, `devices`,
`schema` and `contract` (`tapis events`) each contain a command, whose entry point is the function
of the same name. `shuffles` judges how well decks are shuffled. `byhand` lets play continue without
electronics, and `byhand_page` generates its status page.
"""
