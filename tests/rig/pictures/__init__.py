"""Pictures for the docs and tests, and the example tables that they show.

`golden` makes the pictures of the table display, `animation` those in the README. Start with
`golden`.
"""
