"""The owner's commands for looking after a table.

`backups/` writes and restores backups; `journals/` contains `tapis journal`, including statistics
and exports of players' own hands; `house_files/` contains `tapis house`. `deck`, `devices` and
`schema` each contain the command of that name, and `contract` contains `tapis events`. `shuffles`
measures how well decks are shuffled. `byhand` lets play continue without electronics, and
`byhand_page` generates its status page.
"""
