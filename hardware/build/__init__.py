"""For builders: drawings, wiring and parts, generated from the same files that the software reads.

`kit` defines the tables that people can build; `plans/` computes and draws them from the role files
in `roles/`. `command` implements `tapis build drawings` and `tapis build table`. Start with
README.md in this folder.
"""
