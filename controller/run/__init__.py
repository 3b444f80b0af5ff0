"""One table alive: what `tapis run` starts and keeps going.

`daemon` is the loop: `inbox` is its queue, `reception` has reports sensed, `pending` gives the
engine what waits, `desk` carries commands out, `outputs` shows the state, `health` and `watchdog`
say how it is. `runtime` has the engine's state and the journal under it. `drivers` opens what comes
in; out go `broker` (MQTT; `mqtt`, `outbox`, `window`, `replays`), `seat_sockets`, `ring*` and
`gate`. `requests`, `rights` and `floor_pin` say who may command it, `limits` and `callers` how
much; `control_socket` answers whoever looks after it; `replay` plays a journal again. Start with
`runtime`, then `daemon`.
"""
