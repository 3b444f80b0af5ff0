"""The rig: benches, faults on purpose, and the differential. A table in use needs none of it.

A module for each bench: `replay`, `latency`, `footprint`, `link`, `display`, `demo`, `voice`,
`soak`, `radio`, `detection`, `pairs`, `matrix`, `books`, `differential`. `detection` judges
`trials`, in which `injections` (and `injected_*`) go wrong on purpose in hands that `invented`
makes up. Start with `replay`.
"""
