"""A practice table: people drag cards and chips in browsers, and the real controller senses them.

`command` is `tapis table`. `table` is the simulated table, on which items are moved one after
another. `opening` sets it up. `motions` turns a drag into a scenario statement, and `script`
records the statements. `dealer_act_due` checks whether a dealer action is due. `rights` determines
what each seat may see and do. `floor` checks which requests have the floor's authority. `browser/`
serves the table as web pages. `simulated_devices/` simulates devices for the guided setup. Start
with `table`.
"""
