"""The room's pages: a web server that is a subscriber like any display.

<<<<<<< HEAD
`command` is `tapis venue web`; `app` is what it serves. `live/` hears the tables and the room over
MQTT, and pushes what changes. A page is a module and a template: `screens/` for
everybody, `staff/` signs in and acts, `floor/` and `evening/` are for staff, `records/` for
afterwards, `club/` is about the club's league, notices and wall. `pictures/` draws a table as SVG.
Start with `app`.
=======
`command` is `tapis venue web`; `app` is the server. `live/` follows the tables and the room over
MQTT, and pushes changes. A page is a module and a template: `screens/` is for everyone, `staff/`
signs staff in and performs actions, `floor/` and `evening/` are for staff, `records/` is for
afterwards. `pictures/` draws a table as SVG. Start with `app`.
>>>>>>> english-e5
"""
