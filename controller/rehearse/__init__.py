"""A practice table: browsers drag its things, and the real controller senses them.

`command` is `tapis table`; `table` is the simulated table with all who move things on it, one
after the other; `opening` sets it up, `motions` puts a motion into the language of scenarios,
`script` writes it down, `due` says when it is done, `rights` what a seat may see and do, `floor`
what makes a word the floor's. `browser/` serves it as pages, `plugs/` simulates devices for a
setup. Start with `table`.
"""
