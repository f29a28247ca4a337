"""The page of `morse run --view` in a real browser: it shows the simulation and commands it."""

import re
import unittest

from browser import Browser
from harness import Simulator, TestCase, free_ports

SCENE = """
from morse.builder import *

robot = ATRV()
robot.translate(1.0, 2.0, 0.2)
motion = MotionVW()
robot.append(motion)
pose = Pose()
pose.add_stream('socket')
robot.append(pose)

env = Environment('empty', fastmode=True)
env.set_camera_location([6.0, -4.0, 5.0])
env.set_camera_rotation([0.95, 0.0, 0.7854])
"""


def view(port):
    simulator = Simulator(SCENE, "--view", "--view-port", str(port))
    simulator.url = re.search(r"http://\S+", simulator.wait_for("To view: ")).group()
    return simulator


class ViewerTest(TestCase):
    """The tests share one browser, as it starts slowly."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(900, 560)
        cls.addClassCleanup(cls.browser.close)

    def simulator(self, port=None):
        simulator = view(port or free_ports(10))
        self.addCleanup(simulator.__exit__)
        return simulator

    def place(self):
        return self.browser.value("morse.placeOf('robot')")

    def call(self, text):
        """Calls a service from the page and returns its answer."""
        return self.browser.value(f"morse.session.connection.call({text}).answer")

    def opened(self, simulator):
        self.browser.open(simulator.url)
        self.browser.wait_for("window.morse && morse.placeOf('robot') && !morse.state.loading.value", "the robot")
        return simulator

    def test_page_shows_the_robot_at_its_pose_and_drives_it(self):
        self.opened(self.simulator())
        self.assertAlmostEqual(self.place()[0], 1.0, delta=0.05)
        self.assertAlmostEqual(self.place()[1], 2.0, delta=0.05)
        self.call("'simulation', 'pause'")
        self.browser.wait_for("morse.state.status.value.paused")
        self.assertTrue(self.robot_is_in_the_picture())
        # Drives like a user: selects the robot, starts driving, holds a key.
        self.call("'simulation', 'resume'")
        self.browser.value("document.querySelector('.row').click()")
        self.browser.wait_for("document.querySelector('.inspector .fields, .inspector .actions')")
        self.browser.key("d", "KeyD", True)
        self.browser.key("d", "KeyD", False)
        self.browser.wait_for("document.querySelector('.pad')", "the driving pad")
        self.browser.key("w", "KeyW", True)
        self.browser.wait_for("morse.placeOf('robot')[0] > 2.0", "a robot that drives on")
        self.browser.key("w", "KeyW", False)
        self.call("'simulation', 'pause'")
        self.browser.wait_for("morse.state.status.value.paused")
        expected = self.call("'simulation', 'entities', ['robot']")["value"][0]["position"]
        self.browser.wait_for(
            f"Math.hypot(morse.placeOf('robot')[0] - {expected[0]}, morse.placeOf('robot')[1] - {expected[1]}) < 0.002",
            f"the robot at {expected}",
        )
        self.assertEqual(self.browser.messages, [])

    def robot_is_in_the_picture(self):
        """Whether the pixels at the robot's position change if the robot is hidden."""
        self.browser.value("morse.state.overlays.value = {...morse.state.overlays.value, shadows: false}")
        frame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
        x, y = self.browser.value("morse.pixelOf('robot')")
        part = {"x": x - 8, "y": y - 8, "width": 16, "height": 16}
        show = "morse.session.world.object('robot').traverse((part) => { if (part.isMesh) part.visible = %s; });"
        pictures = []
        for shown in ("true", "false", "true"):
            self.browser.value(show % shown + "morse.session.world.redraw(true);" + frame)
            pictures.append(self.browser.picture(part=part))
        return pictures[0] == pictures[2] != pictures[1]

    def test_form_calls_a_service(self):
        self.opened(self.simulator())
        self.browser.value("[...document.querySelectorAll('.row')].find((row) => row.textContent.includes('pose')).click()")
        self.browser.wait_for("document.querySelector('.fields')", "fields that change")
        form = "[...document.querySelectorAll('.service')].find((it) => it.querySelector('code').textContent == '%s')"
        self.browser.wait_for(form % "get_local_data", "the form of a service")
        self.browser.value(f"({form % 'get_local_data'}).querySelector('form').requestSubmit()")
        text = self.browser.wait_for(f"({form % 'get_local_data'}).querySelector('.result')?.textContent")
        self.assertIn("x", text)

    def test_page_reconnects_to_a_restarted_simulator(self):
        port = free_ports(10)
        with view(port) as first:
            self.opened(first)
        self.browser.wait_for("document.querySelector('.notice')", "a notice that the run has ended")
        self.simulator(port)
        self.browser.wait_for("morse.state.connection.value == 'open' && !document.querySelector('.notice')")
        self.browser.wait_for("morse.placeOf('robot')", "the robot of the second run")


if __name__ == "__main__":
    unittest.main()
