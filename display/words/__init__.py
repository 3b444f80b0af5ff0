"""What people read and hear: names, sentences, and the catalogues of each language.

`locale/` marks texts and holds a catalogue for each language but English. `vocabulary`,
`irregularities` and `steps` have the words of the contract's ids, `sentences` says what happened
and by what rule, `names` speaks one language: texts, figures, players. `levels` has a tournament's
figures, `keypad` a seat's small display; `answers` understands what people reply. `cards/`,
`venue/` and `command_line/` have words of their own subjects. Start with `names`.
"""
