"""A table's own page: the functions of command line and screen, in any browser of its network.

It has two processes. The caretaker (`caretaking/`) holds the secrets and carries out the requests;
`app` holds no secrets and serves the browsers; `caretaker_calls` connects it to the caretaker.
`password` switches the page on. `site`, `pages`, `pages_work` and `answers` produce the pages, and
`words` turns the floor's commands into forms. `command` has the commands. Start with `caretaking/`.
"""
