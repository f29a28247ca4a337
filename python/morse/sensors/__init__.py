"""The built-in sensors, as classes to derive from. Their modules are made from the catalogue."""

from morse.core import builtin

builtin.install()
