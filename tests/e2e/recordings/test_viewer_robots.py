"""Robots with joints in the page of `morse run --view`: sliders with limits, marks of bodies, and pulling with the mouse."""

import re
import time
import unittest

from browser import Browser
from harness import Simulator, TestCase, free_ports

SCENE = """
from morse.builder import *

arm = SixAxisArm('arm')
controller = JointController('controller')
controller.properties(Joints='base_yaw, shoulder, elbow, forearm_roll, wrist_pitch, wrist_roll', Stiffness=150.0, Damping=25.0)
controller.add_interface('socket')
arm.append(controller)
gripper = JointGripper('gripper')
gripper.properties(**SixAxisArm.GRIPPER)
arm.append(gripper)
joints = JointPositions('joints')
joints.add_interface('socket')
arm.append(joints)
rover = SmallCar('rover')
rover.translate(1.5, 1.5)

env = Environment('empty', fastmode=True)
env.set_camera_location([2.2, -2.2, 1.7])
env.set_camera_rotation([1.15, 0.0, 0.7854])
"""

#: Pixel of a link in the picture.
PIXEL_OF = """((name) => {
    const mass = morse.state.masses.value.find((it) => it.name === name);
    const world = morse.session.world;
    const at = world.nodes.objects.get(mass.node).localToWorld(world.view.camera.position.clone().set(...mass.center));
    at.project(world.view.camera);
    const box = world.renderer.domElement.getBoundingClientRect();
    return [((at.x + 1) / 2) * box.width, ((1 - at.y) / 2) * box.height];
})('%s')"""


class ViewerRobotsTest(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(900, 560)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        super().setUp()
        simulator = Simulator(SCENE, "--view", "--view-port", str(free_ports(10)))
        self.addCleanup(simulator.__exit__)
        self.browser.open(re.search(r"http://\S+", simulator.wait_for("To view: ")).group())
        self.browser.wait_for("window.morse && morse.placeOf('arm') && !morse.state.loading.value", "the robot")

    def press(self, key, code):
        self.browser.key(key, code, True)
        self.browser.key(key, code, False)

    def joints(self):
        return self.browser.value("morse.session.connection.call('arm.joints', 'get_local_data').answer")["value"]

    def select(self, name):
        self.browser.value(f"morse.session.select('{name}')")
        self.browser.wait_for("morse.state.described.value !== null", "its description")

    def test_sliders_of_joints_span_their_limits(self):
        self.select("arm.controller")
        self.browser.wait_for("document.querySelectorAll('.command input[type=range]').length == 6", "six sliders")
        ends = "[...document.querySelectorAll('.command input[type=range]')].map((it) => [Number(it.min), Number(it.max)])"
        ends = self.browser.value(ends)
        self.assertEqual((ends[0], ends[1], ends[2]), ([-2.9, 2.9], [-2, 2], [-2.4, 2.4]))
        units = "[...document.querySelectorAll('.command .unit')].map((it) => it.textContent)"
        self.assertEqual(self.browser.value(units), ["rad"] * 6)
        self.browser.value(
            "(() => { const it = document.querySelectorAll('.command input[type=range]')[0]; it.value = 1;"
            " it.dispatchEvent(new Event('input', { bubbles: true })); })()"
        )
        deadline = time.monotonic() + 20
        while abs(self.joints()["base_yaw"] - 1.0) > 0.02:
            self.assertLess(time.monotonic(), deadline, "the joint does not turn")
        self.select("arm.gripper")
        self.browser.wait_for("document.querySelectorAll('.command input[type=range]').length == 2", "two sliders")
        ends = "[...document.querySelectorAll('.command input[type=range]')].map((it) => [Number(it.min), Number(it.max)])"
        self.assertEqual(self.browser.value(ends), [[0, 0.05], [0, 40]])

    def test_marks_show_links_masses_and_contact_forces(self):
        for key, code in (("j", "KeyJ"), ("q", "KeyQ"), ("v", "KeyV")):
            self.press(key, code)
        bodies = self.browser.value("morse.state.masses.value.map((it) => it.name)")
        self.assertIn("forearm", bodies)
        self.assertEqual(self.browser.value("morse.session.world.masses.links.length"), len(bodies))
        self.assertEqual(self.browser.value("morse.session.world.masses.boxes.length"), len(bodies))
        # The wheels of the car carry its weight of 17.8 kg.
        arrows = "morse.session.world.masses.arrows.filter((it) => it.visible).length"
        self.browser.wait_for(f"{arrows} >= 4", "arrows at the wheels")
        heights = "morse.session.world.masses.arrows.filter((it) => it.visible).map((it) => Math.abs(it.position.z)) "
        self.assertLess(max(self.browser.value(heights)), 0.1)
        self.press("v", "KeyV")
        self.browser.wait_for(f"{arrows} == 0", "no arrows")
        self.assertEqual(self.browser.messages, [])

    def test_mouse_pulls_a_link(self):
        self.press("p", "KeyP")
        start = self.browser.value(PIXEL_OF % "forearm")
        before = self.joints()
        self.mouse("mousePressed", start)
        for step in range(1, 30):
            self.mouse("mouseMoved", [start[0] + 5 * step, start[1] + 2 * step])
            time.sleep(0.05)
        self.await_motion(before, lambda moved: moved > 0.03, "the arm does not follow the mouse")
        self.mouse("mouseReleased", [start[0] + 145, start[1] + 58])
        self.await_motion(before, lambda moved: moved < 0.01, "the arm does not return to its command")
        self.assertEqual(self.browser.messages, [])

    def await_motion(self, before, is_reached, problem):
        """Waits for a distance of the joints from their positions before. [rad]"""
        deadline = time.monotonic() + 20
        while not is_reached(max(abs(self.joints()[joint] - before[joint]) for joint in ("base_yaw", "shoulder", "elbow"))):
            self.assertLess(time.monotonic(), deadline, problem)

    def mouse(self, kind, at):
        buttons = {"mouseReleased": 0}.get(kind, 1)
        self.browser.command(
            "Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", buttons=buttons, clickCount=1, pointerType="mouse"
        )


if __name__ == "__main__":
    unittest.main()
