"""A virtual table to rehearse at: browsers drag its things, and the real controller senses them.

`command` is `tapis table`; `table` is the simulated table with whoever moves things on it, one
after the other; `opening` sets it up, `motions` says what a motion is in the language of
scenarios, `script` what is written down, `choices` what else can be done, `due` when, `rights` what
a seat may see and do, `floor` what makes a word the floor's. `pages` serves it to browsers, where
`picture` draws it, `places` says where, `bar` is what can be pressed, `story` what has happened,
`tour` a first visit and `lobby` the pages beside it. `workshop` is what a table is set up, enrolled
and calibrated with, `workshop_pages` and `workshop_picture` its page. Start with `table`.
"""
