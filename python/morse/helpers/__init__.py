"""Helpers for components that users write."""
