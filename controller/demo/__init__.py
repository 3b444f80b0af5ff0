"""The demo: a simulated table that plays recorded hands and scenarios by itself.

`command` is `tapis demo`; `script` chooses what is shown, from `scenes/`; `table` plays it, `live`
moves it in real time before the product's own controller. `embedded` is the broker that it brings
along, `ears` its accessible seat. Start with `table`.
"""
