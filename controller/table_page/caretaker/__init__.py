"""The caretaker, which carries out the page's requests and checks who may make them.

Start with `caretaker.py`.
"""
