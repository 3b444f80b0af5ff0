"""Texts for readers and listeners: names, sentences, and the catalogues of each language.

`locale/` marks texts and holds a catalogue for each language but English. `vocabulary`,
`irregularities` and `steps` have the words of the contract's ids, `sentences` explains events and
rules, `names` speaks one language: texts, figures, players. `levels` has a tournament's figures,
`keypad` a seat's small display; `answers` understands people's replies. `cards/`, `venue/` and
`command_line/` have the words of their own subjects. Start with `names`.
"""
