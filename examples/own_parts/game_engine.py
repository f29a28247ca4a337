"""Components that use logic bricks, keys and the bones of an armature, like code for the game engine."""

import math

from morse.actuators.armature import Armature
from morse.core import blenderapi, logic
from morse.core.actuator import Actuator
from morse.core.sensor import Sensor
from morse.helpers.components import add_data, add_property


class Lookout(Sensor):
    """Lists the objects in a cone ahead of the robot, and reports whether one is close."""

    add_data("seen", [], "list", "names of objects in the cone, nearer ones first")
    add_data("is_close", False, "bool", "whether an object is nearer than 1.5 m, until none is nearer than 2 m")

    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
        logic.add_radar(obj, "Radar", distance=8.0, angle=40.0, axis="+X", prop="Object")
        logic.add_near(obj, "Near", distance=1.5, reset_distance=2.0, prop="Object")

    def default_action(self):
        sensors = blenderapi.controller().sensors
        self.local_data["seen"] = [found.name for found in sensors["Radar"].hitObjectList]
        self.local_data["is_close"] = sensors["Near"].positive


class KeyDriver(Actuator):
    """Drives the robot while keys are pressed: W forwards, S backwards."""

    def __init__(self, obj, parent=None):
        Actuator.__init__(self, obj, parent)
        robot = parent.bge_object
        self.forwards = logic.add_motion(robot, "Forwards", dLoc=(0.05, 0.0, 0.0))
        self.backwards = logic.add_motion(robot, "Backwards", dLoc=(-0.05, 0.0, 0.0))

    def default_action(self):
        keys = blenderapi.keyboard().active_events
        for key, motion in ((blenderapi.WKEY, self.forwards), (blenderapi.SKEY, self.backwards)):
            if keys.get(key) == blenderapi.input_just_activated():
                motion.activate()
            elif keys.get(key) == blenderapi.input_just_released():
                motion.deactivate()


class Waver(Armature):
    """An arm that waves by one of its joints. The built-in part, which moves joints to goals, does not act."""

    add_property("_joint", "kuka_2", "Joint", "str", "name of the joint that waves")

    def default_action(self):
        joint = self.bge_object.channels[self._joint]
        angle = math.sin(2.0 * self.robot_parent.gettime())
        # A joint takes one angle for each of its rotation axes.
        joint.joint_rotation = [angle, angle, angle]
