"""The demo: a simulated table that plays recorded hands and scenarios by itself.

`command` is `tapis demo`; `tour` is what is shown, `script` reads and plays it at the `table`,
which is moved in real time before the product's own controller. `captions` says what is to be seen,
`embedded` is the broker that it brings along, `ears` its accessible seat; `animation` makes the
README's pictures. Start with `table`.
"""
