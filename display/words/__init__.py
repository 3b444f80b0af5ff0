"""All text for people to read or hear: names, sentences, and a catalogue for each language.

`locale/` marks texts for translation, and holds a catalogue for each language except English.
`vocabulary`, `irregularities` and `ruling_steps` contain the words for the ids in the contract.
`sentences` explains events and rules. `names` formats texts, numbers and player names in one
language. `levels` has the words for a tournament's numbers, and `keypad` those for the small
display at a seat. `answers` parses people's replies. `refusals` says why a table refuses a request.
`cards/`, `venue/` and `command_line/` contain the words for their own subjects. Start with `names`.
"""
