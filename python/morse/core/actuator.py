"""Base class of actuators."""

from morse.core.object import Object


class Actuator(Object):
    """A component that acts on its robot: ``default_action`` executes the command in ``local_data`` in each step."""
