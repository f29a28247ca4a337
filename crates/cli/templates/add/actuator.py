import logging; logger = logging.getLogger("morse." + __name__)
import morse.core.actuator

from morse.core import status
from morse.core.services import service, async_service, interruptible
from morse.helpers.components import add_data, add_property


class @classname@(morse.core.actuator.Actuator):
    """Describe here what the actuator does."""

    _name = "@classname@"
    _short_desc = "@short description@"

    # Its command data: name, value before the first command, type, description.
    add_data('counter', 0, 'int', 'An example: goes up by one at each step.')

    def __init__(self, obj, parent=None):
        logger.info('%s initialization' % obj.name)
        super().__init__(obj, parent)
        # Counter value at which the running request ends.
        self._target = None
        logger.info('Component initialized')

    @service
    def get_counter(self):
        """An example of a service. The return value is the answer."""
        return self.local_data['counter']

    @interruptible
    @async_service
    def async_test(self, value):
        """An example of a service that ends later, when the counter has passed a value."""
        self._target = value

    def default_action(self):
        """Called at the actuator's frequency: executes the commands in its data."""
        if self._target is not None and self.local_data['counter'] > self._target:
            self._target = None
            self.completed(status.SUCCESS, self.local_data['counter'])
        self.local_data['counter'] += 1
