"""Base class of modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.abstractobject import AbstractObject
from morse.host import scene_state

if TYPE_CHECKING:
    from morse.core.object import Object
    from morse.host.types import Data, Value


class AbstractModifier(AbstractObject):
    """Changes the data of a component: of a sensor after it has read, of an actuator before it acts.

    Subclasses override ``modify``, and ``initialize`` and ``finalize`` if necessary.
    """

    _type_name = ""
    _type_url = ""

    def __init__(self, component_instance: Object, kwargs: Data) -> None:
        #: Component whose data it changes.
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
    def data(self) -> Data:
        """Data of its component, to be changed in place."""
        return self.component_instance.local_data

    @data.setter
    def data(self, data: Data) -> None:
        self.component_instance.local_data = data

    def name(self) -> str:
        """The name of its component, which has the services of the modifier."""
        return self.component_name

    def parameter(self, arg: str, prop: str | None = None, default: Value = None) -> Value:
        """Argument ``arg`` of ``alter``, or property ``prop`` or ``arg`` of the environment, or ``default``."""
        if arg in self.kwargs:
            return self.kwargs[arg]
        environment = scene_state.environment
        if prop is not None and prop in environment:
            return environment[prop]
        return environment.get(arg, default)

    def key_error(self, detail: object) -> None:
        """Log that the component lacks a field."""
        name = type(self).__name__
        scene_state.logger.error("%s: modifier %s found no field %s", self.component_name, name, detail)

    def initialize(self) -> None:
        """Called once, before the simulation starts."""

    def modify(self) -> None:
        """Changes ``data``. Called for each new reading or command."""
        raise NotImplementedError(f"{type(self).__name__} has no modify()")

    def finalize(self) -> None:
        """Called once, when the simulation ends."""
