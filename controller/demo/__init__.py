"""The demo: a simulated table that plays recorded hands and scenarios by itself.

`command` is `tapis demo`; `script` chooses what is shown, from `scenes/`; `table` plays it in real
time, `embedded` is the broker that it brings along, and `ears` its accessible seat. Start with
`command`.
"""
