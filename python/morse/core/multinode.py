"""The base of nodes: what exchanges robots with other simulators.

The exchanges of scenes are built in: ``Environment.configure_multinode``. A node of your own runs where your code calls it, such as in
``action`` of a ``morse.core.datastream.DatastreamManager``.
"""

from typing import Any, Optional


class SimulationNodeClass:
    """A simulator among several, under its name, with the address of the server that they share."""

    def __init__(self, name: str, server_address: str, server_port: Any, bge_logic: Optional[Any] = None) -> None:
        self._has_ended = False
        self.node_name = name
        self.host = server_address
        self.port = server_port
        #: There is no game engine; what the constructor was given.
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
        """Sends the robots of this simulator, and places those of the others."""
        raise NotImplementedError(f"{type(self).__name__} has no synchronize()")

    def finalize(self) -> None:
        """Closes the connection."""
