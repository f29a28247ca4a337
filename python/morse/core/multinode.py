"""Base class of nodes, which exchange robots with other simulators.

The exchange of scenes is built in: ``Environment.configure_multinode``. A node of your own runs where your code calls
it, for example in ``action`` of a ``morse.core.datastream.DatastreamManager``.
"""

from __future__ import annotations


class SimulationNodeClass:
    """One of several simulators: its name, and the address of the server that exchanges robots."""

    def __init__(self, name: str, server_address: str, server_port: int, bge_logic: object = None) -> None:
        self._has_ended = False
        self.node_name = name
        self.host = server_address
        self.port = server_port
        #: Argument of the constructor, unused: this simulator has no game engine.
        self.gl = bge_logic
        self.initialize()

    def __del__(self) -> None:
        if not getattr(self, "_has_ended", True):
            self._has_ended = True
            self.finalize()

    def initialize(self) -> None:
        """Opens the connection."""
        raise NotImplementedError(f"{type(self).__name__} has no initialize()")

    def synchronize(self) -> None:
        """Sends the robots of this simulator, and moves the robots of the other simulators."""
        raise NotImplementedError(f"{type(self).__name__} has no synchronize()")

    def finalize(self) -> None:
        """Closes the connection."""
