"""Components of users, with their modifiers, overlays, streams and managers: description, creation, and steps."""
