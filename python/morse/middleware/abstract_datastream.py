"""Base class of datastreams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.abstractobject import AbstractObject

if TYPE_CHECKING:
    from morse.host.types import Data, Value


class AbstractDatastream(AbstractObject):
    """Sends the data of a component, or receives them.

    ``default`` is called after each reading of a sensor and its modifiers, and before each action of an actuator, where
    it returns True for new data.
    """

    _type_name = ""
    _type_url = ""

    #: Class path of the built-in stream that transports the messages of this one.
    _carrier: str | None = None

    # Value: a stream knows the class of its component.
    def __init__(self, component_instance: Value, kwargs: Data) -> None:
        #: Component whose data it sends or receives.
        self.component_instance = component_instance
        #: Keyword arguments of ``add_stream``.
        self.kwargs = kwargs
        AbstractObject.__init__(self)
        self.initialize()

    @property
    def component_name(self) -> str:
        """Full name of its component."""
        name: str = self.component_instance.name()
        return name

    @property
    def data(self) -> Data:
        """Data of its component."""
        data: Data = self.component_instance.local_data
        return data

    @data.setter
    def data(self, data: Data) -> None:
        self.component_instance.local_data = data

    def name(self) -> str:
        """The name of its component."""
        return self.component_name

    def initialize(self) -> None:
        """Called once, before the simulation starts."""

    def default(self, ci: object = "unused") -> bool | None:
        """Sends the data, or receives them and returns whether they are new."""
        raise NotImplementedError(f"{type(self).__name__} has no default()")

    def finalize(self) -> None:
        """Called once, when the simulation ends."""

    def _publish(self) -> bytes | None:
        """Send a reading. Returns a message that the simulator sends, or None."""
        self.default(self.component_instance)
        return None

    def _read(self, text: str | None) -> bool:
        """Receive a command.

        ``text`` is the message that the simulator received. Returns whether the command is new.
        """
        return bool(self.default(self.component_instance))
