"""A table's own page: what command line and screen do, in any browser of its network.

Two processes: the caretaker (`caretaking/`) has the secrets and does what is asked; `app` has
neither, and shows it to browsers. `line` is the page's end of the socket between them. `password`
switches the page on. `site`, `pages`, `pages_work` and `answers` are what is shown, `words` the
floor's commands as forms. `command` has the commands. Start with `caretaking/`.
"""
