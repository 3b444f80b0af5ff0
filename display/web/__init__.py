"""The poker room's web pages: a server that subscribes to the MQTT broker like any display.

`command` is `tapis venue web`; `app` is the server. `live/` follows the tables and the room over
MQTT, and pushes changes to browsers. A page is a module and a template. `screens/` has the public
pages. `staff/` handles staff sign-in and staff actions. `floor/` and `evening/` have the staff
pages. `records/` has past results, and `club/` has the club's league and wall screen.
`pictures/` draws a table as SVG. Start with `app`.
"""
