"""The room's pages: a web server that is a subscriber like any display.

`command` is `tapis venue web`; `app` is what it serves. `hall` hears the tables and the room over
MQTT, `streams` pushes what changes, `line` asks the room's process for what is private. `felt`
draws a table as SVG. A page is a module `pages_*` and a template. Start with `app`.
"""
