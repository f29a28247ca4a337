import logging; logger = logging.getLogger("morse." + __name__)
import random

import morse.core.sensor

from morse.core.services import service
from morse.helpers.components import add_data, add_property


class @classname@(morse.core.sensor.Sensor):
    """Describe here what the sensor measures."""

    _name = "@classname@"
    _short_desc = "@short description@"

    # Its published data: name, value before the first reading, type, description.
    add_data('distance', 0.0, 'float', 'An example: X coordinate in the world frame. [m]')
    add_data('color', 'none', 'str', 'An example: the name of a color.')

    def __init__(self, obj, parent=None):
        logger.info('%s initialization' % obj.name)
        super().__init__(obj, parent)
        logger.info('Component initialized')

    @service
    def get_current_distance(self):
        """An example of a service. The return value is the answer."""
        return self.local_data['distance']

    def default_action(self):
        """Called at the sensor's frequency: reads the world into the data."""
        self.local_data['distance'] = self.position_3d.x
        self.local_data['color'] = random.choice(['blue', 'red', 'green', 'yellow'])
