"""A table's own web page, which offers the functions of the command line and of the table's screen.

It can be opened in any browser on the table's network. It runs as two processes. The caretaker
(`caretaker/`) holds the secrets and carries out requests. `app` holds no secrets and serves the
browsers; `caretaker_calls` connects it to the caretaker. Setting a `password` enables the page.
`site`, `pages`, `pages_work`, `pages_outside` and `answers` produce the pages. `words` turns the
floor's commands into forms. `command` contains the command-line commands. Start with `caretaker/`.
"""
