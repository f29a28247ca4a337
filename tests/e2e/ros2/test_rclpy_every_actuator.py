"""Every actuator class with commands obeys genuine rclpy: one message, and its effect in the reading of a socket client."""

import dataclasses
import unittest

from rclpy_peers import RclpyTestCase, in_each_distribution
from ros2 import test_ros2_every_actuator as every
from ros2.test_rclpy_every_sensor import kind_of


class EveryActuator:
    def start(self, scene):
        simulator = RclpyTestCase.start(self, scene)
        return simulator, self.start_node()

    def sender(self, robot, suffix, message):
        """A function that sends the message to the actuator of a robot. The topic has a matching subscription."""
        topic = "/" + robot.component.fqn.replace(".", "/") + suffix
        kind = kind_of(type(message))
        return lambda: self.peer.run("peer.send(topic, kind, fields)", topic=topic, kind=kind, fields=fields_of(message))


def fields_of(message):
    """The fields of a message of `ros2_types`."""
    if isinstance(message, list):
        return [fields_of(item) for item in message]
    if not dataclasses.is_dataclass(message):
        return message
    return {field.name: fields_of(getattr(message, field.name)) for field in dataclasses.fields(message)}


globals().update(in_each_distribution(EveryActuator, also=[every.EveryActuator]))

if __name__ == "__main__":
    unittest.main()
