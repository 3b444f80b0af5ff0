"""The rig: benchmarks, fault injection and differential tests. A table in use needs none of it.

Each bench has a module: `replay`, `latency`, `footprint`, `writes`, `link`, `display`, `demo`,
`voice`, `soak`, `radio`, `detection`, `pairs`, `matrix`, `books`, `differential`. `detection`
judges `trials`, in which `injections` (and `injected_*`) cause irregularities in random hands made
by `invented`. `emulated_board`, `emulated_nodes` and `emulated_soak` measure the firmware on an
emulated RP2040 (`make board`, `make soak`). Start with `replay`.
"""
