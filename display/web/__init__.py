"""The room's pages: a web server that is a subscriber like any display.

`command` is `tapis venue web`; `app` is the server. `live/` follows the tables and the room over
MQTT, and pushes changes. A page is a module and a template: `screens/` is for everyone, `staff/`
signs staff in and performs actions, `floor/` and `evening/` are for staff, `records/` is for
afterwards, `club/` is the club's league, notices and wall. `pictures/` draws a table as SVG. Start
with `app`.
"""
