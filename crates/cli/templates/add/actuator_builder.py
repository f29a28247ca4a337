from morse.builder.creator import ActuatorCreator


class @classname@(ActuatorCreator):
    """@short description@"""

    _classpath = "@env@.actuators.@name@.@classname@"

    def __init__(self, name=None):
        ActuatorCreator.__init__(self, name)
