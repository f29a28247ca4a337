from morse.builder.creator import SensorCreator


class @classname@(SensorCreator):
    """@short description@"""

    _classpath = "@env@.sensors.@name@.@classname@"

    def __init__(self, name=None):
        SensorCreator.__init__(self, name)
