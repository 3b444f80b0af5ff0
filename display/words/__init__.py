"""Texts for readers and listeners: names, sentences, and a catalogue for each language.

`locale/` marks texts and holds a catalogue for each language except English. `vocabulary`,
`irregularities` and `steps` contain the words for the contract's ids, `sentences` explains events
and rules, and `names` formats texts, numbers and player names in one language. `levels` covers a
tournament's numbers and `keypad` a seat's small display; `answers` parses people's replies.
`cards/`, `venue/` and `command_line/` contain the words for their own subjects. Start with `names`.
"""
