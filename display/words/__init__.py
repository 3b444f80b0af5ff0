"""What people read and hear: names, sentences, and the catalogues of each language.

`locale/` marks texts and holds a catalogue for each language but English. `vocabulary`,
`irregularities` and `steps` have the words of the contract's ids, `sentences` says what happened
and by what rule, `names` speaks one language: texts, figures, players. `hands` says why one hand
beats another, `levels` a tournament's figures, `keypad` a seat's small display; `answers`
understands what people reply. `chosen` is the language of a command, `toml_texts` what house and
tournament files say. Start with `names`.
"""
