"""A practice table: people drag cards and chips in browsers, and the real controller senses them.

`command` is `tapis table`. `table` is the simulated table, where all motions are made one after
another. `opening` sets it up. `motions` turns a drag into a scenario statement, and `script`
records the statements. `due` checks whether a dealer action is due, `rights` what a seat may see
and do, and `floor` which requests have the floor's authority. `browser/` serves the table as web
pages, and `plugs/` simulates devices for the guided setup. Start with `table`.
"""
