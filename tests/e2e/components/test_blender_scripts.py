"""Scenes and components that use Blender's Python modules."""

import json

from harness import TIMEOUT_S, command
from own_scene import OWN_ACTUATOR, OWN_SENSOR, OwnSceneCase

SCENE = """
import bpy
from morse.builder.bpymorse import *
from morse.builder import *

robot = FakeRobot()
scan = Sick()
scan.translate(z=0.5)
scan.properties(scan_window=0.5, resolution=0.5, laser_range=20.0, Visible_arc=False)
scan.add_stream('socket')
robot.append(scan)
bpy.ops.mesh.primitive_cube_add(radius=0.5, location=(4.0, 0.0, 0.5))
bpy.context.object.name = 'near'
bpy.ops.object.duplicate()
bpy.ops.transform.translate(value=(6.0, 0.0, 0.0))
bpy.context.selected_objects[0].name = 'far'
WITHOUT
bpy.context.scene.render.use_shadows = False
env = Environment('empty')
bpy.context.scene.game_settings.fps = 30
"""


class Scenes(OwnSceneCase):
    def range_of(self, deletion):
        scene = self.folder / "blender.py"
        scene.write_text(SCENE.replace("WITHOUT", deletion))
        code, output, log = command("sense", scene, "robot.scan", "--json")
        self.assertEqual(code, 0, log)
        self.assertEqual(log.count("render.use_shadows has no effect"), 1, log)
        return min(json.loads(output)[-1]["range_list"])

    def test_scanner_sees_objects_of_bpy_operators_until_deletion(self):
        self.assertAlmostEqual(self.range_of(""), 3.5, delta=0.01)
        self.assertAlmostEqual(self.range_of("delete('near')"), 9.5, delta=0.01)

    def test_components_read_and_set_colors_and_use_mathutils(self):
        self.write(
            OWN_ACTUATOR
            + "import mathutils\nfrom morse.core import blenderapi\n"
            + OWN_SENSOR.replace(
                "self.local_data['ticks'] += 1",
                "self.local_data['ticks'] += 1\n"
                "        box = blenderapi.scene().objects['box']\n"
                "        self.local_data['color'] = list(box.color)\n"
                "        box.color = (0.25, 0.5, 1.0)\n"
                "        box.applyRotation(mathutils.Vector((0.0, 0.0, 0.1)))\n"
                "        blenderapi.persistantstorage().ticks = self.local_data['ticks']\n",
            )
        )
        simulator = self.start()
        with simulator.connect() as client:
            for _ in range(int(1000 * TIMEOUT_S)):
                data = json.loads(client.ask("a robot.own get_local_data").split(" ", 2)[2])
                if data["ticks"] > 2:
                    break
        self.assertEqual(data["color"], [0.25, 0.5, 1.0, 1.0])
