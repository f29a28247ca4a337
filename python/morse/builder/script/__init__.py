"""The side of the Builder that faces the user's script: argument checks, messages, source lines and parameters."""
