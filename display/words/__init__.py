"""Texts for readers and listeners: names, sentences, and the catalogues for each language.

`locale/` marks texts and holds a catalogue for each language but English. `vocabulary`,
`irregularities` and `steps` have the words for the contract's ids, `sentences` explains events and
rules, and `names` puts texts, numbers and players into one language. `levels` has a tournament's
numbers, `keypad` a seat's small display; `answers` parses people's replies. `cards/`, `venue/` and
`command_line/` have the words for their own subjects. Start with `names`.
"""
