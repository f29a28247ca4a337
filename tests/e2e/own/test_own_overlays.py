"""User-defined overlays in Python: they replace the services of a component."""

import json

from harness import command
from own_scene import OWN_SENSOR, OwnSceneCase

OVERLAYS = '''
from morse.core import status
from morse.core.actuator import Actuator
from morse.core.exceptions import MorseRPCInvokationError
from morse.core.overlay import MorseOverlay
from morse.core.services import async_service, interruptible, service
from morse.helpers.components import add_data


class Counter(Actuator):
    """Counts ticks."""
    add_data("v", 0.0, "float", "not used")

    def __init__(self, obj, parent=None):
        Actuator.__init__(self, obj, parent)
        self.left = None

    @interruptible
    @async_service
    def count(self, ticks):
        self.left = ticks

    @service
    def twice(self, number):
        return 2 * number

    def default_action(self):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                self.completed(status.SUCCESS, "counted")


class MyPTU(MorseOverlay):
    """The overlay of the original's documentation: one service for each angle, with a formatted answer."""

    def __init__(self, overlaid_object, unit="rad"):
        MorseOverlay.__init__(self, overlaid_object)
        self.last_tilt = 0.0
        self.last_pan = 0.0
        self.unit = unit

    def format_pan_tilt_return(self, result):
        state, value = result
        return (state, "PTU->{:.2f},{:.2f}".format(self.last_pan, self.last_tilt))

    @interruptible
    @async_service
    def SetTilt(self, tilt):
        self.last_tilt = float(tilt)
        self.overlaid_object.set_pan_tilt(self.chain_callback(self.format_pan_tilt_return), self.last_pan, self.last_tilt)

    @interruptible
    @async_service
    def SetPan(self, pan):
        self.last_pan = float(pan)
        self.overlaid_object.set_pan_tilt(self.chain_callback(self.format_pan_tilt_return), self.last_pan, self.last_tilt)

    @service
    def Angles(self):
        pan, tilt = self.overlaid_object.get_pan_tilt()
        return {"pan": pan, "tilt": tilt, "unit": self.unit, "over": self.overlaid_object.name()}

    @service
    def Refuse(self):
        raise MorseRPCInvokationError("not now")

    @service
    def Break(self):
        return {}["nothing"]

    def name():
        return "MyPTU"


class Renamed(MorseOverlay):
    """An overlay on a Python component, with the component's own name."""

    @interruptible
    @async_service
    def count_down(self, ticks):
        self.overlaid_object.count(self.chain_callback(), ticks)

    @service
    def twice(self, number):
        return self.overlaid_object.twice(number) + 1


class NamedAsOther(MorseOverlay):
    def name(self):
        return "robot.counter"


class NamedAsSimulation(MorseOverlay):
    def name(self):
        return "simulation"


class BadName(MorseOverlay):
    def name(self):
        return 3


class Forgets(MorseOverlay):
    def __init__(self, overlaid_object):
        pass


class Far(MorseOverlay):
    @interruptible
    @async_service
    def go(self, x, y):
        self.overlaid_object.goto(self.chain_callback(), x, y, 0.0, 0.5, 1.0)

    @service
    def where(self):
        return self.overlaid_object.get_status()
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator

class Counter(ActuatorCreator):
    _classpath = "own.parts.Counter"

robot = ATRV()
ptu = PTU()
robot.append(ptu)
counter = Counter()
robot.append(counter)
waypoint = Waypoint()
robot.append(waypoint)
robot.add_default_interface("socket")
%s
env = Environment("empty", fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
'''


class OwnOverlays(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(OWN_SENSOR + OVERLAYS)

    def start_with(self, wiring, *options):
        self.simulator = self.run_scene(SCENE % wiring, *options, environment=self.environment)
        client = self.simulator.connect()
        self.addCleanup(client.socket.close)
        return client

    def test_tutorial_overlay_works_on_a_built_in_actuator(self):
        client = self.start_with('ptu.add_overlay("socket", "own.parts.MyPTU", unit="radian")')
        self.assertEqual(client.ask("a MyPTU SetPan [0.1]"), 'a SUCCESS "PTU->0.10,0.00"')
        self.assertEqual(client.ask("b MyPTU SetTilt [0.2]"), 'b SUCCESS "PTU->0.10,0.20"')
        angles = json.loads(client.ask("c MyPTU Angles").split(" ", 2)[2])
        self.assertEqual((angles["unit"], angles["over"]), ("radian", "robot.ptu"))
        self.assertAlmostEqual(angles["pan"], 0.1, 2)
        self.assertIn("d SUCCESS", client.ask("d robot.ptu get_pan_tilt"))
        self.assertEqual(client.ask("e MyPTU Refuse"), 'e FAILED "not now"')
        self.assertIn("KeyError", client.ask("f MyPTU Break"))
        self.assertIn("FAILED", client.ask("g MyPTU SetPan []"))
        self.assertIn("FAILED", client.ask("h MyPTU Nothing"))

    def test_cancel_of_an_overlay_service_preempts_its_component(self):
        client = self.start_with('ptu.add_overlay("socket", "own.parts.MyPTU")\nptu.properties(Speed=0.01)')
        client.send("a MyPTU SetPan [1.0]\nb MyPTU SetTilt [0.0]\nb cancel\n")
        answers = sorted([client.line(), client.line()])
        self.assertTrue(answers[0].startswith("a PREEMPTED"), answers)
        self.assertTrue(answers[1].startswith("b PREEMPTED"), answers)
        # The component accepts new requests, also without the overlay.
        client.send("c robot.ptu set_pan_tilt [1.0, 0.0]\nd robot.ptu set_pan_tilt [0.0, 0.0]\n")
        self.assertTrue(client.line().startswith("c PREEMPTED"))

    def test_overlay_is_notified_when_a_request_preempts_its_component(self):
        client = self.start_with('ptu.add_overlay("socket", "own.parts.MyPTU")\nptu.properties(Speed=0.01)')
        client.send("a MyPTU SetPan [1.0]\nb robot.ptu set_pan_tilt [0.0, 0.0]\n")
        self.assertEqual(client.line(), 'a PREEMPTED "PTU->1.00,0.00"')

    def test_overlay_on_a_python_component_uses_its_name(self):
        client = self.start_with('counter.add_overlay("socket", "own.parts.Renamed")')
        self.assertEqual(client.ask("a robot.counter count_down [3]"), 'a SUCCESS "counted"')
        self.assertEqual(client.ask("b robot.counter twice [3]"), "b SUCCESS 7", "the service of the overlay has priority")
        self.assertEqual(client.ask("c robot.counter count [1]"), 'c SUCCESS "counted"', "the other services remain")
        client.send("d robot.counter count_down [100000]\nd cancel\n")
        self.assertTrue(client.line().startswith("d PREEMPTED"))

    def test_overlay_service_completes_with_the_goal_of_its_component(self):
        client = self.start_with('waypoint.add_overlay("socket", "own.parts.Far")', "--fast")
        self.assertEqual(client.ask("a robot.waypoint where"), 'a SUCCESS "Arrived"')
        self.assertTrue(client.ask("b robot.waypoint go [2.0, 0.0]").startswith("b SUCCESS"))

    def test_replay_of_a_run_with_overlays_is_bit_identical(self):
        file = self.folder / "run.mcap"
        wiring = 'ptu.add_overlay("socket", "own.parts.MyPTU")\ncounter.add_overlay("socket", "own.parts.Renamed")'
        client = self.start_with(wiring, "--record", str(file))
        self.assertIn("a SUCCESS", client.ask("a MyPTU SetPan [0.1]"))
        client.send("b MyPTU SetTilt [1.0]\nc MyPTU SetPan [0.2]\n")
        answers = sorted([client.line(), client.line()])
        self.assertTrue(answers[0].startswith("b PREEMPTED") and answers[1].startswith("c SUCCESS"), answers)
        self.assertEqual(client.ask("d robot.counter count_down [3]"), 'd SUCCESS "counted"')
        client.send("e robot.counter count_down [100000]\ne cancel\n")
        self.assertTrue(client.line().startswith("e PREEMPTED"))
        self.assertIn("f SUCCESS", client.ask("f time sleep [0.2]"))
        client.send("g simulation quit\n")
        self.simulator.wait_for_exit()
        code, out, err = command("replay", file, "--check", "--trust", environment=self.environment)
        self.assertEqual(code, 0, out + err)
        self.assertIn("The same bit for bit", out)

    def refused(self, wiring):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE % wiring)
        code, _, errors = command("run", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        return errors

    def test_invalid_overlay_is_a_start_error(self):
        both = 'ptu.add_overlay("socket", "own.parts.NamedAsOther")'
        self.assertIn("robot.ptu: its overlay is called `robot.counter`", self.refused(both))
        itself = 'ptu.add_overlay("socket", "own.parts.NamedAsSimulation")'
        self.assertIn("robot.ptu: its overlay is called `simulation`", self.refused(itself))
        self.assertIn("the name of an overlay is a word", self.refused('ptu.add_overlay("socket", "own.parts.BadName")'))
        self.assertIn("must call that of its base", self.refused('ptu.add_overlay("socket", "own.parts.Forgets")'))
        self.assertIn("takes no 'speed'", self.refused('counter.add_overlay("socket", "own.parts.Renamed", speed=3)'))
        self.assertIn("is an actuator, not an overlay", self.refused('ptu.add_overlay("socket", "own.parts.Counter")'))
        self.assertIn("no class `Missing`", self.refused('ptu.add_overlay("socket", "own.parts.Missing")'))
