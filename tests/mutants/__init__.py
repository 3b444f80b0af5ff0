"""Small faults in the code, one at a time: some test has to fail for each (`make mutants`).

Start in `__main__`. `faults` draws the mutants. `reached` records which test runs which line of the
product, once for a state of the code. `in_forks` tries a mutant in a process that has imported
everything already, with the tests that run its line, the fastest first. `in_copies` tries what a
running process can't take, in a copy of the project. `weak` records where a fault would make any
difference, and `choose` looks for changed plays in which many would.
"""
