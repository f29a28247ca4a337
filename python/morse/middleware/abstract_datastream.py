"""The base of datastreams."""

from typing import Any, Dict, Optional

from morse.core.abstractobject import AbstractObject


class AbstractDatastream(AbstractObject):
    """Carries the data of one component out of the simulator, or into it.

    ``default`` is called after each reading of a sensor and its modifiers, and before each action of an actuator, where it
    returns True if it has read new data.
    """

    _type_name = ""
    _type_url = ""

    #: Class path of the built-in stream that carries what this one encodes or decodes.
    _carrier: Optional[str] = None

    def __init__(self, component_instance: Any, kwargs: Dict[str, Any]) -> None:
        #: The component whose data it carries.
        self.component_instance = component_instance
        #: Keyword arguments of ``add_stream``.
        self.kwargs = kwargs
        AbstractObject.__init__(self)
        self.initialize()

    @property
    def component_name(self) -> str:
        """Full name of its component."""
        return self.component_instance.name()

    @property
    def data(self) -> Dict[str, Any]:
        """Data of its component."""
        return self.component_instance.local_data

    @data.setter
    def data(self, data: Dict[str, Any]) -> None:
        self.component_instance.local_data = data

    def name(self) -> str:
        """The name of its component."""
        return self.component_name

    def initialize(self) -> None:
        """Called once, before the simulation begins."""

    def default(self, ci: Any = "unused") -> Optional[bool]:
        """Carries the data."""
        raise NotImplementedError(f"{type(self).__name__} has no default()")

    def finalize(self) -> None:
        """Called once, when the simulation ends."""

    def _publish(self) -> Optional[bytes]:
        """Carry a reading out. Returns what the simulator sends."""
        self.default(self.component_instance)
        return None

    def _read(self, text: Optional[str]) -> bool:
        """Carry a command in; ``text`` is what the simulator received. Returns whether there is a new one."""
        return bool(self.default(self.component_instance))
