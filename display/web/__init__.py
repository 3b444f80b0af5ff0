"""The venue dashboard."""
