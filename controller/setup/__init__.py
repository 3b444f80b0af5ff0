"""Setting a table up: from the plugs of its nodes to its first hand.

`tapis setup` is `command` and `wizard`; `firmware` puts a node's program on its board. `reading/`
reads antennas and plugs, `antennas/` learns and calibrates them, `tags/` enrolls cards, chips and
badges, `checks/` is `tapis doctor`. `talk` asks a person, `draft` is the config in the making,
`trial` tries it. Start with `wizard`.
"""
