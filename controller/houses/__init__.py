"""House rules: the TOML files that define them, and what such a file may contain.

`model` represents a house as data, each value with its article. `loader` finds and reads a file and
its parents. `vocabulary` lists the words used in remedies. `check` finds contradictions; those
between values are in `values`. `coverage` maps the statements of a rule book (`ledger.tsv`) to the
scenarios that test them. The sentences that describe a house are in `controller.admin`. Start with
`model` and `ppc.toml` beside it.
"""
