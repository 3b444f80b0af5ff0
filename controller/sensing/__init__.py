"""Scans become observations: identity, presence, settling."""
