"""A practice table: things are dragged in browsers, and the real controller senses them.

`command` is `tapis table`. `table` is the simulated table, where all motions are made one after the
other. `opening` sets it up. `motions` turns a drag into the language of scenarios, and `script`
writes it down. `due` decides when a dealer action is due, `rights` what a seat may see and do, and
`floor` which requests have the floor's authority. `browser/` serves it as pages, `plugs/` simulates
devices for a setup. Start with `table`.
"""
