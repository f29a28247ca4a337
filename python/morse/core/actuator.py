"""The base of actuators."""

from morse.core.object import Object


class Actuator(Object):
    """What acts on its robot: ``default_action`` does what ``local_data`` commands, at every step."""
