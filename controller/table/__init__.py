"""The hand engine: one observation in, the next table and the events out; pure.

`state` and `hand` are the facts, each phase of a hand a type; `games` what a game is; `play` what
works on them for one observation. `engine` takes an observation in, `course` follows it; `cards`,
`motions`, `declarations` and `floor` are where it comes in. `irregular`, `goals` and `flow` find,
rule and see it through; `view` shows the table. Start with `engine`, then docs/ENGINE.md.
"""
