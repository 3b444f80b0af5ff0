"""One table alive: what `tapis run` starts and keeps going.

`daemon` is the loop; `runtime` has the engine's state and the journal under it. `drivers` opens
what comes in; out go `broker` (MQTT), `seat_sockets` (each seat's own cards), `ring*` (the LEDs)
and `gate` (the shoe). `requests`, `rights` and `floor_pin` say who may command it,
`control_socket` answers whoever looks after it. `replay` plays a journal again. Start with
`runtime`.
"""
