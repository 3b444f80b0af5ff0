"""MicroPython for the nodes under the felt; nothing else is imported here.

`main` runs a `node`, whose role (`roles`) is `antennas`, `seat`, `shoe` or `ring`; `drivers/` has a
module a chip, and `turns` says whose turn it is to radiate. `session` is one end of the link, at
the Pi's end too, over the frames of `wire` and the messages of `messages`; `slots` and `launch`
choose which copy of the firmware runs. Start with `session` and docs/LINK.md, or with `antennas`.
"""
