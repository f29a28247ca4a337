"""Built-in robots, as base classes of users' components. Their modules are made from the catalog."""

from morse.core import builtin

builtin.install()
