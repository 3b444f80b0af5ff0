"""Translations of device problems for people: drivers speak only English."""

from display.words.command_line.chosen import said_again
from display.words.locale import N_
from display.words.names import Words

PROBLEMS = (
    N_("no answer on {port} yet"),
    N_("{port} does not exist: plug the node in, or correct the port in table.toml"),
    N_(
        "{port} can't be opened: add the controller's user to its group with sudo usermod "
        "-a -G dialout USER"
    ),
    N_("{port} is not a serial port: correct the port of this device in table.toml"),
    N_("{port} is in use by another program: stop it; it may be a second controller"),
    N_("the cable of {port} is unplugged or the node is off: plug it in"),
    N_(
        "what comes over {port} makes no sense: it is another device, or a node of another speed:"
        " look at port and baud of this device in table.toml"
    ),
    N_("pcscd does not run: sudo systemctl start pcscd.socket"),
    N_("pcscd closed the connection: if it recurs, install the polkit rule of docs/READERS.md"),
)
"""The drivers' messages about a port or a reader, after the device's name and a colon."""

OTHERS = (
    N_("does not answer"),
    N_("the node on {port} is away: {why}"),
    N_("the port is gone"),
    N_(
        "frames arrive on {port} that its node did not send: another device is on this "
        "line, or replays old frames; they are ignored: check the cable and everything "
        "connected to it"
    ),
    N_(
        "the node on {port} reports more than it should, and the excess is ignored: reset "
        "it; if it happens again, reinstall its firmware: tapis firmware install PORT"
    ),
    N_(
        "the node on {port} sends more than {frames} frames or {kilobytes} kB a second, "
        "and the excess is ignored: reset it; if it happens again, reinstall its firmware: "
        "tapis firmware install PORT"
    ),
    N_("the badge there does not prove its identity: it is not trusted"),
    N_('antenna "{antenna}" ({zone}) was not read'),
    N_(
        'antenna "{antenna}" is not read, and {zone} is blind: check the antenna\'s '
        "cable, and that the node has as many antennas as table.toml gives it"
    ),
    N_("the ring can't be driven on {port}: see the log"),
    N_("nothing readable comes from {port}: a line for each antenna is due, again and again"),
    N_(
        "nothing readable comes from {port}: look whether the reader has power, and whether its"
        " protocol is binary at this port and this baud"
    ),
    N_(
        "it says more than its antennas have to say, and what is too much is left out: let it say"
        " each antenna as often as its period"
    ),
    N_("it says more than it is asked, and what is too much is left out"),
    N_("it sends bytes that are no frame of its protocol"),
    N_('antenna {number} ("{antenna}") can\'t be read ({error}): look at its cable'),
    N_("it answers with {error}"),
)
"""Further messages about a configured device."""


def problem_words(problem: str, said: Words) -> str:
    """Return a driver's problem in a person's language; unchanged when unknown.

    The device's name is left out, since without a config it is only the port's name.
    """
    whole = said_again(problem, PROBLEMS, said)
    _, colon, rest = problem.partition(": ")
    return said_again(rest, PROBLEMS, said) if colon and whole == problem else whole


def device_words(problem: str, said: Words) -> str:
    """Return the problem of a table's device, after its name."""
    name, colon, rest = problem.partition(": ")
    told = said_again(rest, (*PROBLEMS, *OTHERS), said)
    return said.say("{name}: {what}", name=name, what=told) if colon else problem
