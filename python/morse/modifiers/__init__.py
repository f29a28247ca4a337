"""Modifiers: the base class of users' modifiers, and the built-in ones, whose modules are made from the catalog."""

from morse.core import builtin
from morse.modifiers.abstract_modifier import AbstractModifier

__all__ = ["AbstractModifier"]

builtin.install()
