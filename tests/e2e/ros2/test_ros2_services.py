"""ROS 2 services and parameters, with a real DDS peer."""

import json
import unittest

from ros2_peers import Ros2TestCase, wait_until
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
waypoint = Waypoint()
robot.append(waypoint)
waypoint.add_service('ros2')
waypoint.properties(Speed=1.5)

pose = Pose()
robot.append(pose)
pose.add_service('ros2')

human = Human()
human.translate(x=5)
human.make_grasper('hand_R_bb')
cup = PassiveObject('props/kitchen_objects', 'Cup_Blue')
cup.setgraspable()
cup.translate(x=6, z=0.5)
human.add_service('ros2')

env = Environment('empty', fastmode=True)
"""


class ServicesTest(Ros2TestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_service_without_arguments_is_a_trigger")
        cls.simulator, cls.peer = case.start(SCENE)
        cls.addClassCleanup(case.doCleanups)

    def test_service_without_arguments_is_a_trigger(self):
        answer = self.peer.client("/robot/pose/get_local_data", t.TRIGGER).call()
        self.assertTrue(answer.success, answer.message)
        self.assertIn("x", json.loads(answer.message))

    def test_service_with_a_flag_is_a_set_bool(self):
        client = self.peer.client("/human/grasp", t.SET_BOOL)
        for flag in (True, False):
            answer = client.call(data=flag)
            self.assertTrue(answer.success, answer.message)

    def test_service_with_arguments_takes_json(self):
        client = self.peer.client("/robot/waypoint/set_property", t.CALL)
        answer = client.call(arguments='["Speed", 2.5]')
        self.assertTrue(answer.success, answer.result)

    def test_refused_service_call_has_a_reason(self):
        client = self.peer.client("/robot/waypoint/set_property", t.CALL)
        answer = client.call(arguments='["Sped", 2.5]')
        self.assertFalse(answer.success)
        self.assertIn("Sped", answer.result)
        answer = client.call(arguments="2.5")
        self.assertFalse(answer.success)
        self.assertIn("JSON list", answer.result)
        answer = client.call(arguments="[1]")
        self.assertFalse(answer.success)


class FastDdsTest(Ros2TestCase):
    def test_services_in_the_format_of_fast_dds_have_no_header(self):
        _, peer = self.start(SCENE, RMW_IMPLEMENTATION="rmw_fastrtps_cpp")
        request = t.struct("morse_msgs/srv/Call_Request", {"arguments": str})
        response = t.struct("morse_msgs/srv/Call_Response", {"success": bool, "result": str})
        requests = peer.dds_writer("rq/robot/waypoint/set_propertyRequest", request)
        replies = peer.reader("rr/robot/waypoint/set_propertyReply", response)
        wait_until(lambda: requests.get_matched_subscriptions() and replies.reader.get_matched_publications())
        requests.write(request(arguments='["Speed", 2.5]'))
        self.assertTrue(replies.first().success)


class ParametersTest(Ros2TestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_properties_are_listed")
        cls.simulator, cls.peer = case.start(SCENE)
        cls.addClassCleanup(case.doCleanups)

    def value(self, name):
        return self.peer.client("/morse/get_parameters", t.GET_PARAMETERS).call(names=[name]).values[0]

    def set(self, name, **value):
        fields = {
            "type": 0,
            "bool_value": False,
            "integer_value": 0,
            "double_value": 0.0,
            "string_value": "",
            "byte_array_value": [],
            "bool_array_value": [],
            "integer_array_value": [],
            "double_array_value": [],
            "string_array_value": [],
        }
        parameter = t.Parameter(name=name, value=t.ParameterValue(**{**fields, **value}))
        client = self.peer.client("/morse/set_parameters", t.SET_PARAMETERS)
        return client.call(parameters=[parameter]).results[0]

    def test_properties_are_listed(self):
        listed = self.peer.client("/morse/list_parameters", t.LIST_PARAMETERS).call(prefixes=[], depth=0)
        self.assertIn("robot.waypoint.Speed", listed.names)
        self.assertIn("robot.waypoint", listed.prefixes)

    def test_parameter_is_set_and_read(self):
        self.assertEqual(self.value("robot.waypoint.Speed").type, 3)
        result = self.set("robot.waypoint.Speed", type=3, double_value=0.75)
        self.assertTrue(result.successful, result.reason)
        self.assertEqual(self.value("robot.waypoint.Speed").double_value, 0.75)

    def test_wrong_type_invalid_value_and_unknown_name_are_refused(self):
        before = self.value("robot.waypoint.Speed").double_value
        self.assertIn("of type {double}, setting it to {string}", self.set("robot.waypoint.Speed", type=4, string_value="fast").reason)
        self.assertFalse(self.set("robot.waypoint.Speed", type=3, double_value=-1.0).successful)
        self.assertFalse(self.set("robot.waypoint.Speed", type=3, double_value=float("nan")).successful)
        self.assertIn("was not declared", self.set("robot.waypoint.Sped", type=3, double_value=1.0).reason)
        self.assertEqual(self.value("robot.waypoint.Speed").double_value, before)
        self.assertEqual(self.value("robot.waypoint.Sped").type, 0)


if __name__ == "__main__":
    unittest.main()
