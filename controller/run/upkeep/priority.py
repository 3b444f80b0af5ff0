"""Has the table's process run before what else wants the processors of its machine."""

import os
from contextlib import suppress

LEAST = 1
"""The lowest priority in real time: before every usual process, and behind the kernel's own."""


def come_first() -> bool:
    """Have this thread, and all that it starts, run in real time; return whether it may.

    A table computes for a fraction of a millisecond at what a scan says, but waits for several
    until a processor is free that a display, a backup or an update has (sched(7)). Whoever may not
    (`RLIMIT_RTPRIO`) has the table run as everything else does.
    """
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(LEAST))
    return os.sched_getscheduler(0) == os.SCHED_RR
