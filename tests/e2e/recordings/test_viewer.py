"""The page of `morse run --view` in a real browser: it shows the simulation and commands it."""

import re
import time
import unittest

from browser import Browser
from harness import Simulator, TestCase, free_ports, wait_until

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
        wait_until(self.robot_is_in_the_picture, "the robot in the picture")
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
        frame = """(async () => {
            const before = morse.session.world.drawn;
            while (morse.session.world.drawn == before) await new Promise(requestAnimationFrame);
            for (let shown = 0; shown < 3; shown++) await new Promise(requestAnimationFrame);
        })()"""
        # An object that has moved is drawn on its way to its place.
        self.browser.value("new Promise((done) => setTimeout(done, 500))")
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

    def select(self, name):
        self.browser.value(f"morse.session.select('{name}')")
        self.browser.wait_for("morse.state.described.value")

    def test_pinned_plots_stay_when_another_object_is_selected(self):
        self.opened(self.simulator())
        self.select("robot.pose")
        field = "[...document.querySelectorAll('.fields .link')].find((it) => it.textContent == '%s')"
        for name in ("x", "yaw"):
            self.browser.wait_for(field % name, "a field")
            self.browser.value(f"({field % name}).click()")
        self.select("robot")
        self.browser.wait_for("document.querySelectorAll('.plot canvas').length == 2", "two plots")
        key = "document.querySelector('.plot .key')?.textContent.trim()"
        self.assertAlmostEqual(float(self.browser.wait_for(key, "the value")), 1.0, delta=0.05)
        dark = """(() => { const it = document.querySelector('.plot canvas');
            const pixels = it.getContext('2d').getImageData(0, 0, it.width, it.height).data;
            return pixels.some((value) => value > 0); })()"""
        self.browser.wait_for(dark, "a line in the plot")
        self.browser.value("document.querySelector('.plot .button').click()")
        self.browser.wait_for("document.querySelectorAll('.plot canvas').length == 1", "one plot")
        self.browser.value("document.querySelector('.plot .button').click()")
        self.assertEqual(self.browser.messages, [])

    def test_robot_is_dragged_over_the_ground_and_back(self):
        self.opened(self.simulator())
        self.call("'simulation', 'pause'")
        self.browser.wait_for("morse.state.status.value.paused")
        self.select("robot")
        before = self.place()
        self.browser.key("m", "KeyM", True)
        self.browser.key("m", "KeyM", False)
        start = self.browser.value("morse.pixelOf('robot')")
        self.browser.drag(start, [start[0] + 60, start[1] + 20])
        far = f"Math.hypot(morse.placeOf('robot')[0] - {before[0]}, morse.placeOf('robot')[1] - {before[1]})"
        self.browser.wait_for(f"{far} > 0.3", "a robot at another place")
        self.assertAlmostEqual(self.place()[2], 0.1, delta=0.05, msg="it stands on the ground")
        self.browser.shortcut("z", "KeyZ")
        self.browser.wait_for(f"{far} < 0.01", "the robot where it was")

    def test_falling_robot_is_dragged_during_the_run_and_starts_there_at_rest(self):
        falling = SCENE.replace("robot.translate(1.0, 2.0, 0.2)", "robot.translate(1.0, 2.0, 400.0)")
        simulator = Simulator(falling, "--view", "--view-port", str(free_ports(10)))
        self.addCleanup(simulator.__exit__)
        simulator.url = re.search(r"http://\S+", simulator.wait_for("To view: ")).group()
        self.opened(simulator)
        self.select("robot")
        moved = "morse.session.world.events.placed('robot', morse.session.world.placeOf('robot'), "
        moved += "(() => { const it = morse.session.world.placeOf('robot'); it.position.set(3, 1, 60); return it; })())"
        self.browser.wait_for("morse.placeOf('robot')[2] < 398", "a robot that falls")
        # With its former speed it would fall by more than 6 m in a second. It is above 59 m for half a second, which a page on
        # a busy computer may miss: then it is placed again.
        at_rest = "morse.placeOf('robot')[0] > 2.9 && morse.placeOf('robot')[2] > 59"
        places, is_at_rest = 0, False
        while not is_at_rest and places < 5:
            places += 1
            self.browser.value(moved + " ?? 0")
            end_s = time.monotonic() + 2.0
            while not (is_at_rest := self.browser.value(at_rest)) and time.monotonic() < end_s:
                time.sleep(0.01)
        self.assertTrue(is_at_rest, "the robot is at rest at its new place")
        self.browser.wait_for("morse.placeOf('robot')[2] < 59", "a robot that falls from there")
        self.assertFalse(self.browser.value("morse.state.status.value.paused"))
        for _ in range(places):
            self.browser.shortcut("z", "KeyZ")
        self.browser.wait_for("morse.placeOf('robot')[2] > 100", "the robot where it was")
        self.assertEqual(self.browser.messages, [])

    def test_robot_is_dragged_with_the_mouse_while_the_simulation_runs(self):
        self.opened(self.simulator())
        self.select("robot")
        before = self.place()
        self.browser.key("m", "KeyM", True)
        self.browser.key("m", "KeyM", False)
        start = self.browser.value("morse.pixelOf('robot')")
        self.browser.drag(start, [start[0] + 60, start[1] + 20])
        far = f"Math.hypot(morse.placeOf('robot')[0] - {before[0]}, morse.placeOf('robot')[1] - {before[1]})"
        self.browser.wait_for(f"{far} > 0.3", "a robot at another place")
        time = self.browser.value("morse.state.time.value")
        self.browser.wait_for(f"morse.state.time.value > {time} + 1", "a simulation that runs")
        self.assertGreater(self.browser.value(far), 0.3)
        self.assertAlmostEqual(self.place()[2], 0.1, delta=0.05, msg="it stands on the ground")

    def test_robot_that_an_actuator_holds_returns_with_a_message(self):
        scene = SCENE.replace("motion = MotionVW()", "motion = Teleport()")
        simulator = Simulator(scene, "--view", "--view-port", str(free_ports(10)))
        self.addCleanup(simulator.__exit__)
        simulator.url = re.search(r"http://\S+", simulator.wait_for("To view: ")).group()
        self.opened(simulator)
        self.select("robot")
        self.browser.key("m", "KeyM", True)
        self.browser.key("m", "KeyM", False)
        start = self.browser.value("morse.pixelOf('robot')")
        self.browser.drag(start, [start[0] + 60, start[1] + 20])
        self.browser.wait_for("morse.state.toast.value?.includes('holds its pose')", "the message")
        self.assertAlmostEqual(self.place()[0], 1.0, delta=0.01)

    def test_sliders_command_an_actuator_and_have_units(self):
        self.opened(self.simulator())
        self.select("robot.motion")
        self.browser.wait_for("document.querySelector('.command input[type=range]')", "sliders")
        units = "[...document.querySelectorAll('.command .unit')].map((it) => it.textContent)"
        self.assertEqual(self.browser.value(units), ["m/s", "rad/s"])
        self.browser.value(
            "(() => { const it = document.querySelector('.command input[type=range]'); it.value = 1;"
            " it.dispatchEvent(new Event('input', { bubbles: true })); })()"
        )
        self.browser.wait_for("morse.placeOf('robot')[0] > 1.5", "a robot that drives")
        shown = "[...document.querySelectorAll('.inspector > .service > summary')].map((it) => it.textContent)"
        self.assertIn("of every component (3)", self.browser.value(shown))
        self.assertNotIn("set_property", self.browser.value(shown))

    def test_robot_is_added_and_removed(self):
        self.opened(self.simulator())
        self.browser.value("document.querySelector('.tree .menu button').click()")
        choice = "[...document.querySelectorAll('.choice')].find((it) => it.textContent == 'ATRV')"
        self.browser.wait_for(choice, "robots to add")
        self.browser.value(f"({choice}).click()")
        self.browser.wait_for("morse.state.selected.value == 'atrv'", "the new robot")
        for label in ("Remove", "Really?"):
            button = f"[...document.querySelectorAll('.actions button')].find((it) => it.textContent == '{label}')"
            self.browser.wait_for(button, label)
            self.browser.value(f"({button}).click()")
        self.browser.wait_for("!morse.state.byName.value.has('atrv')", "a scene without the robot")

    def test_fewer_pictures_are_drawn_without_a_graphics_card(self):
        self.opened(self.simulator())
        self.browser.value("morse.session.connection.command('robot.motion', { v: 0, w: 0.5 })")
        self.browser.wait_for("morse.session.world.drawn > 5", "pictures")
        limit = "morse.session.world.limit"
        drawn = "new Promise((done) => { const from = morse.session.world.drawn;"
        drawn += " setTimeout(() => done(morse.session.world.drawn - from), 1000); })"
        self.assertLessEqual(self.browser.value(drawn), 31)
        period = self.browser.value(f"{limit}.drew(100), {limit}.periodMs")
        slower = self.browser.value(f"{limit}.adapt(true), {limit}.periodMs")
        # One picture a second is the least.
        self.assertTrue(slower > period or slower == 1000, (slower, period))

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
