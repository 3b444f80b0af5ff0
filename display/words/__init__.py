"""What people read and hear: names, sentences, and the catalogues of each language.

`names` has the words for the contract's ids, `sentences` whole sentences of what happened and what
to do; `hands` says why one hand beats another, `levels` a tournament's figures, `keypad` a seat's
small display. `locale/` holds the languages. Start with `names`.
"""
