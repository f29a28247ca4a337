"""Helpers for users' components."""
