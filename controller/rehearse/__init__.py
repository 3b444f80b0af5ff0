"""A practice table: things are dragged in browsers, and the real controller senses them.

`command` is `tapis table`. `table` is the simulated table, where all motions are made one after the
other; `opening` sets it up, `motions` turns a drag into the language of scenarios, `script` writes
it down, `due` says when it is done, `rights` what a seat may see and do, `floor` what counts as the
floor's word. `browser/` serves it as pages, `plugs/` simulates devices for a setup. Start with
`table`.
"""
