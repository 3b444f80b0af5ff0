"""The demo: a simulated table that plays recorded hands and scenarios automatically.

`command` is `tapis demo`. `tour` lists the demo's scenes; `script` reads them and plays them at the
`table`, which runs in real time under the product's own controller. `captions` writes a line about
each scene. `embedded` is the bundled broker. `accessible_seat` runs its earpiece.
Start with `table`.
"""
