import logging; logger = logging.getLogger("morse." + __name__)
import morse.core.robot


class @classname@(morse.core.robot.Robot):
    """Behavior of the robot @name@, in addition to its sensors and actuators."""

    _name = '@name@ robot'

    def __init__(self, obj, parent=None):
        # obj is the robot in the scene.
        logger.info('%s initialization' % obj.name)
        morse.core.robot.Robot.__init__(self, obj, parent)
        logger.info('Component initialized')

    def default_action(self):
        """Called in every tick. Most robots leave everything to their actuators and do nothing here."""
        pass
