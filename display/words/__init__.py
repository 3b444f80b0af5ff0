"""What people read and hear: names, sentences, and the catalogues of each language.

`names` has `Words`, which says a text in a language; `vocabulary`, `irregularities` and `steps`
have the words for the contract's ids, `sentences` whole sentences of them. `hands` says why one
hand beats another, `levels` a tournament's figures, `keypad` a seat's small display; `answers`
understands what people say. `locale/` holds the languages. Start with `names`.
"""
