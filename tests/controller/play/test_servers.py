"""A server that a table needs ends when it is asked to, or is killed."""

import signal
import subprocess

from controller.play.sinks.servers import wait_or_kill


def test_a_process_that_does_not_end_when_it_is_asked_to_is_killed() -> None:
    deaf = ["sh", "-c", "trap '' TERM; echo; while :; do sleep 0.05; done"]
    with subprocess.Popen(deaf, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.terminate()
        wait_or_kill(process, 0.2)
    assert process.returncode == -signal.SIGKILL
