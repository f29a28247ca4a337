"""The base of modifiers."""

from typing import Any, Dict, Optional

from morse.core.abstractobject import AbstractObject
from morse.host import scene_state


class AbstractModifier(AbstractObject):
    """Changes the data of one component: of a sensor after it has read, of an actuator before it acts.

    A class of your own overrides ``modify``, and ``initialize`` and ``finalize`` where it needs them.
    """

    _type_name = ""
    _type_url = ""

    def __init__(self, component_instance: Any, kwargs: Dict[str, Any]) -> None:
        #: The component whose data it changes.
        self.component_instance = component_instance
        #: Keyword arguments of ``alter``.
        self.kwargs = kwargs
        AbstractObject.__init__(self)
        self.initialize()

    @property
    def component_name(self) -> str:
        """Full name of its component."""
        return self.component_instance.name()

    @property
    def data(self) -> Dict[str, Any]:
        """Data of its component: change them in place."""
        return self.component_instance.local_data

    @data.setter
    def data(self, data: Dict[str, Any]) -> None:
        self.component_instance.local_data = data

    def name(self) -> str:
        """Its services are those of its component."""
        return self.component_name

    def parameter(self, arg: str, prop: Optional[str] = None, default: Any = None) -> Any:
        """An argument of ``alter``, else the property ``prop`` or else ``arg`` of the environment, else ``default``."""
        if arg in self.kwargs:
            return self.kwargs[arg]
        environment = scene_state.environment
        if prop is not None and prop in environment:
            return environment[prop]
        return environment.get(arg, default)

    def key_error(self, detail: object) -> None:
        """Log that the component has no such field."""
        name = type(self).__name__
        scene_state.logger.error("%s: modifier %s found no field %s", self.component_name, name, detail)

    def initialize(self) -> None:
        """Called once, before the simulation begins."""

    def modify(self) -> None:
        """Changes ``data``, each time that there are new ones."""
        raise NotImplementedError(f"{type(self).__name__} has no modify()")

    def finalize(self) -> None:
        """Called once, when the simulation ends."""
