"""Scans become observations: identity (`registry`), presence and settling (`sensing`)."""
