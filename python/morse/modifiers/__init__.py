"""Modifiers: the base of those of your own, and the built-in ones by name."""

from morse.core import builtin
from morse.modifiers.abstract_modifier import AbstractModifier

__all__ = ["AbstractModifier"]

builtin.install()
