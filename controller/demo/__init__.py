"""The demo: a simulated table that plays recorded hands and scenarios automatically.

`command` is `tapis demo`. `tour` lists the demo's scenes; `script` reads them and plays them at the
`table`, which runs in real time under the product's own controller. `captions` describes each
scene, `embedded` is the bundled broker, and `ears` is the accessible seat. `animation` generates
the README's pictures. Start with `table`.
"""
