"""The rules of the houses: TOML files, and the possible contents of such a file.

`model` represents a house as data, each value with its article. `loader` finds a file and its
parents, and reads it. `vocabulary` has the words of the remedies. `check` names contradictions, and
`coverage` maps the statements of a rule book (`ledger.tsv`) to the scenarios that test them. The
sentences that describe a house are in `controller.care`. Start with `model` and `ppc.toml` beside
it.
"""
