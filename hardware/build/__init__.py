"""For builders: drawings, wiring and parts, made from the same files that the software reads.

`kit` has the tables that people can build, each told once; `plans/` computes and draws them from
the role files in `roles/`. `command` is `tapis build drawings` and `tapis build table`. Start with
README.md here.
"""
