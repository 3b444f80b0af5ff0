"""A table's own page: what command line and screen do, in any browser of its network.

Two processes: `caretaker` has the secrets, knows the password and the sessions (`sessions`), and
does what is asked; `app` has neither, and shows it to browsers. Between them is a Unix socket:
`asks` is what can be asked over it and who may, `line` its other end. `password` is what switches
the page on. What takes a while is one of `jobs`; `work` runs it and is answered from browsers,
`standstill` stops the table for it. `site`, `pages`, `pages_work` and `answers` are what is shown,
`words` the floor's commands as forms. `command` has the commands. Start with `asks`.
"""
