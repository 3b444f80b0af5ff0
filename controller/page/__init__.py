"""A table's own page: the command line's and screen's functions, in any browser on its network.

It has two processes. The caretaker (`caretaking/`) has the secrets and carries out requests; `app`
has no secrets and serves the browsers, and `caretaker_calls` connects it to the caretaker. Setting
a `password` enables the page. `site`, `pages`, `pages_work` and `answers` produce the pages, and
`words` turns the floor's commands into forms. `command` contains the command-line commands. Start
with `caretaking/`.
"""
