"""Looking after a table: the commands for whoever owns one.

`backup` (and restore), `byhand` (playing on without electronics, with its page), `devices`,
`deck`, `journal` (with `shuffles`), `houses` (with `house_describe`, `house_phrases` and
`house_game_phrases`, a house in plain words) and `contract` (`tapis events`): each is a command,
and starts with the function that is named as it. `device_words` and `journal_words` say in any
language what drivers and journals say in English.
"""
