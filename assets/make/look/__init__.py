"""A small software renderer for pictures of the models."""
