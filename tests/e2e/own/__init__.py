"""Components, overlays, modifiers and streams that users write in Python."""
