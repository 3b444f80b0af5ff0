"""Real-time priority, so that the table's process takes precedence over others."""

import os
from contextlib import suppress

LEAST = 1
"""The lowest real-time priority: above every ordinary process, below the kernel's own threads."""


def come_first() -> bool:
    """Give real-time priority to this thread, and to any threads and processes that it starts.

    Return whether that succeeded. A table needs only a fraction of a millisecond of processor time
    per scan. Without the priority, it would wait several milliseconds for a processor that is
    occupied by a display, a backup or an update (sched(7)). If the priority is not permitted
    (`RLIMIT_RTPRIO`), the table runs at normal priority.
    """
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(LEAST))
    return os.sched_getscheduler(0) == os.SCHED_RR
