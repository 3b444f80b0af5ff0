"""The daemon: observations become events, events are journalled and go out."""
