"""Modifiers, overlays, streams and components of one's own, for the scenes beside this folder."""
