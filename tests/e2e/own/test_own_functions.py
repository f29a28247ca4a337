"""Services that are plain functions of user modules."""

import json

from own_scene import OWN_ACTUATOR, OWN_SCENE, OWN_SENSOR, OwnSceneCase

FUNCTIONS = '''
from morse.core import blenderapi
from morse.core.services import async_service, service


@service(component="robot.pose")
def nearest(count, unit="m"):
    """Returns its arguments."""
    return {"count": count, "unit": unit}


@service(component="simulation", name="sum")
def add(*numbers):
    return sum(numbers)


@service(component="robot.mover")
def refuses():
    raise MorseRPCInvokationError("not now")


@service(component="robot.mover")
def fails():
    return 1 / 0


@service(component="robot.mover")
def where():
    return blenderapi.scene().objects["robot.pose"].worldPosition[0]
'''

MANAGER = '''
from morse.core.request_manager import RequestManager

class Requests(RequestManager):
    """Calls a function at the third tick."""

    def initialization(self):
        self.ticks = 0
        return True

    def finalization(self):
        return True

    def on_service_completion(self, request_id, result):
        pass

    def main(self):
        self.ticks += 1
        if self.ticks == 3:
            print("answer", self.on_incoming_request("robot.pose", "nearest", [2]), flush=True)
'''


class OwnFunctions(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(OWN_SENSOR + OWN_ACTUATOR + FUNCTIONS)

    def value(self, client, request):
        answer = client.ask("v " + request).split(" ", 2)
        self.assertEqual(answer[1], "SUCCESS", answer)
        return json.loads(answer[2])

    def test_clients_call_functions_as_services_of_components(self):
        client = self.start().connect()
        self.addCleanup(client.socket.close)
        self.assertEqual(self.value(client, "robot.pose nearest [3]"), {"count": 3, "unit": "m"})
        self.assertEqual(self.value(client, 'robot.pose nearest [3, "ft"]')["unit"], "ft")
        self.assertEqual(self.value(client, "simulation sum [1, 2, 3.5]"), 6.5)
        self.assertAlmostEqual(self.value(client, "robot.mover where"), 1.0, 3)
        self.assertIn("FAILED not now", client.ask("v robot.mover refuses").replace('"', ""))
        self.assertIn("ZeroDivisionError", client.ask("v robot.mover fails"))
        self.assertIn("FAILED", client.ask("v robot.pose nearest"))
        self.assertIn("nearest", client.ask("v robot.pose nearst [1]"))

    def test_component_description_lists_the_functions(self):
        client = self.start().connect()
        self.addCleanup(client.socket.close)
        described = self.value(client, 'simulation describe_component ["robot.pose"]')
        (nearest,) = [service for service in described["services"] if service["name"] == "nearest"]
        self.assertEqual([argument["name"] for argument in nearest["arguments"]], ["count", "unit"])
        self.assertEqual(nearest["doc"], "Returns its arguments.")

    def test_user_defined_request_manager_calls_functions(self):
        self.write(OWN_SENSOR + OWN_ACTUATOR + FUNCTIONS + MANAGER)
        scene = OWN_SCENE + 'pose.add_service("socket", config="own.parts.Requests")\n'
        simulator = self.run_scene(scene, environment=self.environment)
        simulator.wait_for(r"answer \(True, \('SUCCESS', \{'count': 2, 'unit': 'm'\}\)\)")

    def refused(self, code):
        self.write(OWN_SENSOR + OWN_ACTUATOR + "from morse.core.services import *\n" + code)
        status, _, errors = self.checked()
        self.assertNotEqual(status, 0)
        return " ".join(errors.replace("\n  | ", " ").split())

    def test_invalid_service_function_is_a_start_error(self):
        errors = self.refused("@service(component='robot.arm')\ndef wave(): pass\n")
        self.assertIn("the function `wave` is a service of `robot.arm`, and there is no such component", errors)
        errors = self.refused("@service(component='robot.pose')\ndef get_local_data(): pass\n")
        self.assertIn("`robot.pose`, which already has a service of this name", errors)
        errors = self.refused("@async_service(component='robot.pose')\ndef wave(): pass\n")
        self.assertIn("wave of robot.pose: a plain function cannot be an asynchronous service", errors)
        errors = self.refused("@service(component=5)\ndef wave(): pass\n")
        self.assertIn("needs the name of a component, not 5", errors)
