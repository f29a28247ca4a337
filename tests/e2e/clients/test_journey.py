"""The original's tutorial that creates an environment with a user-defined robot and actuator."""

import json
import math
import tempfile
from pathlib import Path

from harness import TestCase, command, original_pymorse, wait_until

# The templates that `morse add` of the original copies (Debian's package).
TEMPLATES = Path("/usr/share/morse/data/templates")

# A robot with two eyes as its children.
MODEL = {
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [
        {"name": "ranger", "children": [1, 2]},
        {"name": "left_eye", "translation": [0.3, 0.4, -0.1]},
        {"name": "right_eye", "translation": [0.3, 0.4, 0.1]},
    ],
}

EYES = '''
import logging; logger = logging.getLogger("morse." + __name__)
from morse.core.actuator import Actuator
from morse.helpers.components import add_data
from morse.core import mathutils

class Eyes(Actuator):
    _name = "Eyes"
    _short_desc = "Turns the eyes"

    add_data('left', 0.1, 'float', 'Left eye [rad]')
    add_data('right', -0.1, 'float', 'Right eye [rad]')

    def __init__(self, obj, parent=None):
        logger.info("%s initialization" % obj.name)
        Actuator.__init__(self, obj, parent)
        self.left_eye = parent.bge_object.children["left_eye"]
        self.right_eye = parent.bge_object.children["right_eye"]

    def default_action(self):
        left = mathutils.Euler([self.local_data['left'], 0.0, 0.0])
        self.left_eye.orientation = left.to_matrix()
        right = mathutils.Euler([self.local_data['right'], 0.0, 0.0])
        self.right_eye.orientation = right.to_matrix()
'''

SCENE = '''
from morse.builder import *
from ranger_sim.builder.robots import Ranger

robot = Ranger()
robot.translate(1.0, 0.0, 0.0)
robot.add_default_interface('socket')

env = Environment('sandbox', fastmode = False)
'''


class Journey(TestCase):
    """A simulation environment, from its creation to a robot with rotating eyes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = {"HOME": folder.name, "MORSE_ROOT": folder.name}

    def morse(self, *words, answer=""):
        return command(*words, environment=self.environment, answer=answer, folder=self.folder)

    def edit(self, file, old, new):
        path = self.folder / "ranger_sim" / file
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def create_environment(self):
        """The commands of the tutorial, and the edit that mounts the components on the robot."""
        self.assertEqual(self.morse("create", "ranger_sim")[0], 0)
        self.assertEqual(self.morse("add", "robot", "ranger", "ranger_sim")[0], 0)
        code, prompt, _ = self.morse("add", "actuator", "eyes", "ranger_sim", answer="Turns the eyes\n")
        self.assertEqual(code, 0)
        self.assertIn("Enter a short description for actuator eyes: ", prompt)
        self.assertEqual(self.morse("add", "sensor", "nose", "Ranger_Sim", answer='Smells "roses"\n')[0], 0)
        (self.folder / "ranger_sim" / "default.py").write_text(SCENE)
        builder = "src/ranger_sim/builder/robots/ranger.py"
        imports = "\nfrom ranger_sim.builder.actuators import Eyes\nfrom ranger_sim.builder.sensors import Nose\n"
        self.edit(builder, "\n", imports)
        parts = "".join(f"        self.{part} = {part.title()}()\n        self.append(self.{part})\n" for part in ("eyes", "nose"))
        self.edit(builder, "        self.append(self.motion)\n", "        self.append(self.motion)\n" + parts)

    def test_files_written_by_add_run_unedited(self):
        self.create_environment()
        simulator = self.run_scene("ranger_sim", environment=self.environment)
        simulator.wait_for(r"\[actuators.eyes\] robot.eyes initialization")
        morse = original_pymorse().Morse("localhost", simulator.port)
        self.addCleanup(morse.close)
        reading = morse.robot.nose.get()
        self.assertEqual(reading["distance"], 1.0)
        self.assertIn(reading["color"], ["blue", "red", "green", "yellow"])
        with simulator.connect() as client:
            self.assertEqual(client.ask("a robot.nose get_current_distance"), "a SUCCESS 1.0")
            counter = int(client.ask("b robot.eyes get_counter").split()[2])
            self.assertEqual(client.ask(f"c robot.eyes async_test [{counter + 5}]"), f"c SUCCESS {counter + 6}")
            # The robot drives like a built-in one.
            client.ask("d robot.motion set_speed [1.0, 0.0]")
            x = lambda: json.loads(client.ask("e robot.pose get_local_data").split(" ", 2)[2])["x"]
            wait_until(lambda: x() >= 1.05, "the robot drives")

    def test_actuator_rotates_the_eyes(self):
        self.create_environment()
        site = self.folder / "ranger_sim"
        (site / "data/ranger_sim/robots/ranger.gltf").write_text(json.dumps(MODEL))
        self.edit("src/ranger_sim/builder/robots/ranger.py", "ranger.glb", "ranger.gltf")
        (site / "src/ranger_sim/actuators/eyes.py").write_text(EYES)
        simulator = self.run_scene("ranger_sim", environment=self.environment)
        morse = original_pymorse().Morse("localhost", simulator.port)
        self.addCleanup(morse.close)

        def rolls():
            with simulator.connect() as client:
                objects = json.loads(client.ask("a simulation get_scene_objects").split(" ", 2)[2])
            children = objects["robot"][0]
            quaternions = [children[eye][2] for eye in ("left_eye", "right_eye")]
            return [2.0 * math.atan2(x, w) for x, _, _, w in quaternions]

        self.wait_for_angles(rolls, [0.1, -0.1])
        morse.robot.eyes.publish({"left": 0.5, "right": -1.0})
        self.wait_for_angles(rolls, [0.5, -1.0])

    def wait_for_angles(self, rolls, wanted):
        for _ in range(10000):
            now = rolls()
            if all(math.isclose(angle, goal, abs_tol=1e-6) for angle, goal in zip(now, wanted)):
                return
        self.fail(f"the eyes are at {now}, not at {wanted}")

    def test_templates_of_the_original_run_unedited(self):
        root = self.folder / "ranger_sim"
        for template in TEMPLATES.rglob("*.tpl"):
            names = ["ranger"] if "robots" in template.parts else ["nose"] if "sensors" in template.parts else ["eyes"]
            for name in names:
                words = {"@env@": "ranger_sim", "@name@": name, "@classname@": name.title(), "@shortdesc@": "A part"}
                path = str(template.relative_to(TEMPLATES))[: -len(".tpl")]
                content = template.read_bytes()
                for mark, word in words.items():
                    path = path.replace(mark, word)
                    if not path.endswith(".blend"):
                        content = content.replace(mark.encode(), word.encode())
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes(content.removeprefix(b"#APPEND\n"))
        self.assertEqual(self.morse("import", "ranger_sim")[0], 0)
        parts = "".join(
            f"from ranger_sim.builder.{kind} import {name.title()}\n{name} = {name.title()}()\nrobot.append({name})\n"
            for kind, name in (("actuators", "eyes"), ("sensors", "nose"))
        )
        (root / "default.py").write_text(SCENE.replace("robot.translate", parts + "robot.translate"))
        simulator = self.run_scene("ranger_sim", environment=self.environment)
        with simulator.connect() as client:
            # An answer of 0.0, before the first reading, has no text.
            wait_until(lambda: client.ask("a robot.nose get_current_distance") != "a SUCCESS", "the first reading")
            self.assertEqual(client.ask("a robot.nose get_current_distance"), "a SUCCESS 1.0")
            counter = int(client.ask("b robot.eyes get_counter").split()[2])
            self.assertEqual(client.ask(f"c robot.eyes async_test [{counter + 5}]"), f"c SUCCESS {counter + 6}")
        simulator.wait_for(r"\[sensors.nose\] .* is 1.0m away")

    def test_environment_is_registered_once_and_removed(self):
        self.assertIn("Found no simulation environment", self.morse("rm", "ranger_sim")[2])
        self.assertIn("No simulation environment called", self.morse("add", "robot", "x", "ranger_sim")[2])
        self.create_environment()
        self.assertIn("You already have a simulation environment", self.morse("create", "ranger_sim")[2])
        self.assertIn("already exist", self.morse("add", "robot", "ranger", "ranger_sim")[2])
        code, _, output = self.morse("import", "ranger_sim", "again")
        self.assertEqual(code, 0, output)
        self.assertIn("again = ", (self.folder / ".morse/config").read_text())
        self.assertIn("Are you sure", self.morse("rm", "again", answer="n\n")[1])
        self.assertTrue((self.folder / "ranger_sim").is_dir())
        self.morse("rm", "again", answer="y\n")
        self.assertFalse((self.folder / "ranger_sim").exists())
        self.assertNotIn("again", (self.folder / ".morse/config").read_text())
        for bad in (["create", "my/sim"], ["import", "nowhere"], ["add", "robot", "--", "--", "ranger_sim"]):
            self.assertNotEqual(self.morse(*bad)[0], 0, bad)
