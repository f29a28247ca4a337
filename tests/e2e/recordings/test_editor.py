"""The scene editor of `morse edit` in a real browser: objects that a user places, moves, copies and removes are so in the saved scene."""

import json
import re
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from browser import Browser
from harness import BINARY, TIMEOUT_S, Simulator, TestCase, command, free_ports

SCENE = """from morse.builder import *

for number in range(2):
    robot = ATRV('rover%d' % number)
    robot.translate(0.0, 3.0 * number, 0.1)
    pose = Pose('pose')
    pose.add_stream('socket')
    robot.append(pose)

env = Environment('empty')
env.set_camera_location([8.0, -8.0, 7.0])
env.set_camera_rotation([0.95, 0.0, 0.7854])
"""


class Editor:
    """A running `morse edit`."""

    def __init__(self, path, *options):
        self.process = subprocess.Popen(
            [str(BINARY), "edit", "--view-port", str(free_ports(10)), *options, str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
        )
        self.lines = []
        self._arrived = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = re.search(r"http://\S+", self._wait_for("To edit: ")).group()

    def _read(self):
        for line in self.process.stdout:
            with self._arrived:
                self.lines.append(line.rstrip("\n"))
                self._arrived.notify_all()

    def _wait_for(self, text):
        found = lambda: next((line for line in self.lines if text in line), None)
        with self._arrived:
            self._arrived.wait_for(lambda: found() or not self._reader.is_alive(), TIMEOUT_S)
        assert found(), "\n".join(self.lines)
        return found()

    def close(self):
        self.process.terminate()
        self.process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        self.process.stdout.close()


class EditorTest(TestCase):
    """The tests share one browser, as it starts slowly."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(1100, 700)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "scene.py"
        self.path.write_text(SCENE)

    def opened(self, path=None, first="rover0"):
        editor = Editor(path or self.path)
        self.addCleanup(editor.close)
        # A page with changes asks before it is left.
        self.browser.value("window.morse && (morse.editor.status.value = null)")
        self.browser.open(editor.url)
        self.browser.wait_for(f"window.morse && morse.placeOf('{first}') && !morse.state.loading.value", "the scene")
        return editor

    def click(self, selector, text=None):
        found = f"[...document.querySelectorAll({selector!r})].find((it) => {json.dumps(text)} === null || it.textContent.trim() === {json.dumps(text)})"
        self.browser.wait_for(found, f"{selector} {text}")
        self.browser.value(f"({found}).click()")

    def select(self, name):
        self.browser.value(f"morse.session.select('{name}')")
        self.browser.wait_for(f"document.querySelector('.fields-form') && document.querySelector('.panel.inspector h2').textContent == '{name}'")

    def add(self, text, group=None):
        self.click(".tree .menu button")
        self.click(".palette .choice", text)

    def field(self, label):
        return f"[...document.querySelectorAll('.field')].find((it) => it.querySelector('label').firstChild.textContent == '{label}')"

    def enter(self, label, text):
        """Types into a field, and leaves it."""
        self.browser.wait_for(self.field(label), label)
        self.browser.value(
            f"(() => {{ const it = ({self.field(label)}).querySelector('input, select'); it.value = {json.dumps(text)};"
            " it.dispatchEvent(new Event('input', { bubbles: true }));"
            " it.dispatchEvent(new Event('change', { bubbles: true })); })()"
        )

    def wait_for_refusal(self, label, *parts):
        """Waits until the field has a reason with these parts."""
        text = f"(({self.field(label)}).querySelector('.refusal')?.textContent ?? '')"
        self.browser.wait_for(" && ".join(f"{text}.includes({json.dumps(part)})" for part in parts), f"the refusal {parts}")

    def save(self):
        self.browser.shortcut("s", "KeyS")
        self.browser.wait_for("!document.querySelector('.bar [title^=\"Save to\"]:not([disabled])')", "a saved scene")

    def wait_for_place(self, name, x=None, y=None, tolerance=0.01):
        wanted = [f"Math.abs(morse.placeOf('{name}')[{axis}] - ({value})) < {tolerance}" for axis, value in enumerate((x, y)) if value is not None]
        self.browser.wait_for(f"morse.placeOf('{name}') && {' && '.join(wanted)}", f"{name} at {x} {y}")

    def built(self, path=None):
        """The objects of the saved scene by name, as the simulator has them."""
        with Simulator(Path(path or self.path)) as simulator:
            with simulator.connect() as connection:
                answer = connection.ask("1 simulation entities")
        _, status, value = answer.split(" ", 2)
        self.assertEqual(status, "SUCCESS", answer)
        entities = json.loads(value)
        return {entity["name"]: entity for entity in entities}

    def test_dragged_object_is_in_the_saved_script(self):
        self.opened()
        self.add("SmallTable")
        self.browser.wait_for("morse.state.selected.value == 'smalltable' && morse.placeOf('smalltable')", "the table")
        # It stands on the ground, wherever its origin is.
        before = self.browser.wait_for("!morse.session.world.nodes.moving.size && morse.placeOf('smalltable')")
        start = self.browser.value("morse.pixelOf('smalltable')")
        self.browser.drag([start[0], start[1] - 30], [start[0] + 90, start[1] - 10])
        far = f"Math.hypot(morse.placeOf('smalltable')[0] - ({before[0]}), morse.placeOf('smalltable')[1] - ({before[1]}))"
        self.browser.wait_for(f"{far} > 0.3", "a table at another place")
        self.browser.wait_for("morse.session.world.nodes.moving.size == 0")
        place = self.browser.value("morse.placeOf('smalltable')")
        self.save()
        text = self.path.read_text()
        self.assertTrue(text.startswith(SCENE), "the lines of the script stay")
        self.assertEqual(text.count("edit."), 1, text)
        table = self.built()["smalltable"]["position"]
        self.assertAlmostEqual(table[0], place[0], delta=0.01)
        self.assertAlmostEqual(table[1], place[1], delta=0.01)
        self.assertEqual(self.browser.messages, [])

    def test_robots_of_a_loop_are_moved_turned_copied_and_removed(self):
        self.opened()
        self.select("rover1")
        self.enter("x", "2.5")
        self.wait_for_place("rover1", x=2.5, y=3.0)
        self.enter("yaw", "90")
        self.browser.wait_for("document.querySelector('.bar [title=\"Take back: move rover1 (Ctrl+Z)\"]')")
        self.browser.value("document.activeElement.blur()")
        self.browser.shortcut("d", "KeyD")
        self.browser.wait_for("morse.state.selected.value == 'rover2' && morse.placeOf('rover2')", "a copy")
        self.wait_for_place("rover2", x=3.5, y=3.0)
        self.assertTrue(self.browser.value("morse.state.byName.value.has('rover2.pose')"))
        self.select("rover0")
        self.click(".actions button", "Remove")
        self.browser.wait_for("!morse.state.byName.value.has('rover0')", "a scene without rover0")
        self.save()
        entities = self.built()
        self.assertEqual({name for name in entities if name.startswith("rover")}, {"rover1", "rover1.pose", "rover2", "rover2.pose"})
        self.assertAlmostEqual(entities["rover1"]["position"][0], 2.5, delta=0.01)
        self.assertEqual(command("check", self.path)[0], 0)

    def test_wrong_value_is_named_at_its_field_and_right_one_is_saved(self):
        self.opened()
        self.select("rover0")
        self.click(".tree .menu button")
        self.click(".palette .choice", "VideoCamera")
        self.browser.wait_for("morse.state.selected.value == 'rover0.videocamera'", "the camera")
        self.select("rover0.videocamera")
        self.enter("cam_width", "-3")
        self.wait_for_refusal("cam_width", "cam_width", "-3", "1.0 to 8192.0")
        self.enter("cam_width", "wide")
        self.wait_for_refusal("cam_width", "'wide'", "str", "int")
        self.assertEqual(self.browser.value("morse.state.toast.value"), None)
        self.enter("cam_width", "64")
        self.browser.wait_for(f"!({self.field('cam_width')}).querySelector('.refusal')", "no refusal")
        self.save()
        self.assertIn("edit.set_property('rover0.videocamera', 'cam_width', 64)\n", self.path.read_text())
        document = json.loads(command("build", self.path)[1])
        self.assertEqual(len(document["edits"]), 2)
        self.assertEqual(command("check", self.path)[0], 0)

    def test_level_and_modifiers_of_a_component_are_in_the_saved_script(self):
        self.opened()
        self.select("rover0")
        self.add("Odometry")
        self.browser.wait_for("morse.state.selected.value == 'rover0.odometry'", "the odometry")
        self.select("rover0.odometry")
        self.enter("level", "raw")
        self.browser.wait_for("morse.editor.selected.value.level == 'raw'", "the level")
        self.select("rover0.pose")
        self.browser.wait_for("[...document.querySelectorAll('.inspector select option')].some((it) => it.value == 'Noise')", "the modifiers")
        self.browser.value(
            "(() => { const it = [...document.querySelectorAll('.inspector select')].find((it) => [...it.options].some((one) => one.value == 'Noise'));"
            " it.value = 'Noise'; it.dispatchEvent(new Event('change', { bubbles: true })); })()"
        )
        self.browser.wait_for("document.querySelector('[aria-label=\"Modifier Noise\"]')", "the modifier")
        self.enter("pos_std", "far")
        self.wait_for_refusal("pos_std", "'far'")
        self.enter("pos_std", "0.25")
        self.browser.wait_for("morse.editor.selected.value.modifiers[0].arguments.pos_std == 0.25", "the argument")
        self.save()
        text = self.path.read_text()
        self.assertIn("edit.set_level('rover0.odometry', 'raw')\n", text)
        self.assertIn("edit.set_modifiers('rover0.pose', [('Noise', {'pos_std': 0.25})])\n", text)
        self.assertEqual(command("check", self.path)[0], 0)
        self.assertEqual(self.browser.messages, [])

    def test_zone_is_added_sized_and_saved(self):
        self.opened()
        self.add("Zone")
        self.browser.wait_for("morse.state.selected.value == 'zone'", "the zone")
        self.select("zone")
        self.enter("x", "4")
        self.browser.wait_for("morse.state.zones.value[0]?.center[0] == 4", "the place of the zone")
        self.enter("size y", "-2")
        self.wait_for_refusal("size y", "above 0")
        self.enter("size y", "6")
        self.browser.wait_for("morse.state.zones.value[0].half[1] == 3", "the size of the zone")
        self.enter("Type", "Docking")
        self.browser.wait_for("morse.editor.selected.value.properties.some((it) => it.value == 'Docking')", "the type")
        self.save()
        document = json.loads(command("build", self.path)[1])
        kinds = [next(iter(edit["operation"])) for edit in document["edits"]]
        self.assertEqual(kinds, ["add_zone", "size", "set"])
        self.assertEqual(document["edits"][0]["operation"]["add_zone"]["location"][0], 4.0)
        self.assertEqual(command("check", self.path)[0], 0)

    def test_undo_and_redo_reach_the_file(self):
        self.opened()
        self.select("rover0")
        self.enter("x", "-2")
        self.wait_for_place("rover0", x=-2)
        self.browser.value("document.activeElement.blur()")
        self.browser.shortcut("z", "KeyZ")
        self.wait_for_place("rover0", x=0)
        self.browser.shortcut("y", "KeyY")
        self.wait_for_place("rover0", x=-2)
        self.save()
        self.assertIn(">>> morse edit", self.path.read_text())
        self.browser.shortcut("z", "KeyZ")
        self.wait_for_place("rover0", x=0)
        self.save()
        self.assertEqual(self.path.read_text(), SCENE)

    def test_file_that_has_changed_is_not_overwritten(self):
        self.opened()
        self.select("rover0")
        self.enter("x", "1.5")
        self.wait_for_place("rover0", x=1.5)
        changed = SCENE.replace("3.0 * number", "4.0 * number")
        self.path.write_text(changed)
        self.browser.shortcut("s", "KeyS")
        toast = self.browser.wait_for("morse.state.toast.value")
        self.assertIn("has changed on the disk", toast)
        self.assertEqual(self.path.read_text(), changed)
        self.click(".bar button[title^='Load the file again']")
        self.wait_for_place("rover1", y=4.0)
        self.wait_for_place("rover0", x=1.5)
        self.save()
        self.assertTrue(self.path.read_text().startswith(changed))
        self.assertIn("edit.place('rover0', (1.5, 0.0, 0.1)", self.path.read_text())

    def test_saved_block_is_edited_again(self):
        self.path.write_text(SCENE + "\n# >>> morse edit\nfrom morse.builder import edit\n\nedit.remove('rover0')\n# <<< morse edit\n")
        self.opened(first="rover1")
        self.assertFalse(self.browser.value("morse.state.byName.value.has('rover0')"))
        self.select("rover1")
        self.enter("x", "1")
        self.wait_for_place("rover1", x=1)
        self.save()
        text = self.path.read_text()
        self.assertEqual(text.count(">>> morse edit"), 1)
        self.assertIn("edit.remove('rover0')\nedit.place('rover1', (1.0, 3.0, 0.1), (0.0, 0.0, 0.0))\n", text)

    def wait_for_toast(self, text):
        self.browser.wait_for(f"morse.state.toast.value?.includes({json.dumps(text)})", f"the message {text}")

    def test_read_only_file_is_not_written(self):
        self.path.chmod(0o444)
        self.opened()
        self.select("rover0")
        self.enter("x", "1")
        self.wait_for_place("rover0", x=1)
        self.browser.shortcut("s", "KeyS")
        self.wait_for_toast("is read-only: nothing is written")
        self.assertEqual(self.path.read_text(), SCENE)
        self.assertEqual([file.name for file in self.path.parent.iterdir()], ["scene.py"], "no file is left behind")

    def test_block_that_the_script_does_not_reach_is_not_written(self):
        text = SCENE + 'text = """\n# >>> morse edit\n# <<< morse edit\n"""\n'
        self.path.write_text(text)
        self.opened()
        self.select("rover0")
        self.enter("x", "1")
        self.wait_for_place("rover0", x=1)
        self.browser.shortcut("s", "KeyS")
        self.wait_for_toast("have no effect")
        self.assertEqual(self.path.read_text(), text)

    def test_file_behind_a_link_keeps_the_link_and_its_mode(self):
        link = self.path.with_name("link.py")
        link.symlink_to(self.path)
        self.path.chmod(0o640)
        self.opened(link)
        self.select("rover0")
        self.enter("x", "1")
        self.wait_for_place("rover0", x=1)
        self.save()
        self.assertTrue(link.is_symlink())
        self.assertIn("edit.place('rover0'", self.path.read_text())
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o640)

    def test_document_is_written_again(self):
        document = self.path.with_suffix(".json")
        self.assertEqual(command("build", self.path, "-o", document)[0], 0)
        self.opened(document)
        self.select("rover0")
        self.enter("x", "1.25")
        self.wait_for_place("rover0", x=1.25)
        self.add("Human")
        self.browser.wait_for("morse.state.byName.value.has('human')", "a person")
        self.save()
        saved = json.loads(document.read_text())
        self.assertNotIn("edits", saved)
        names = [one["name"] for one in saved["objects"]]
        self.assertEqual(names, ["rover0", "rover0.pose", "rover1", "rover1.pose", "human"])
        self.assertEqual(saved["objects"][0]["location"], [1.25, 0.0, 0.1])
        self.assertIn("human", self.built(document))

    def test_objects_of_the_environment_have_a_reason_and_no_form(self):
        self.path.write_text(SCENE.replace("'empty'", "'sandbox'"))
        self.opened()
        self.browser.value("morse.session.select('rover0')")
        self.browser.value("morse.state.objects.value = [...morse.state.objects.value, { ...morse.state.byName.value.get('rover0'), name: 'Ground' }]")
        self.browser.value("morse.session.select('Ground')")
        refusal = self.browser.wait_for("document.querySelector('.inspector .refusal')?.textContent")
        self.assertIn("environment `sandbox`", refusal)


class RefusedFilesTest(TestCase):
    """Files that the editor refuses before it serves a page."""

    def edited(self, text, name="scene.py"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            return command("edit", path)

    def test_scripts_and_documents_that_cannot_be_read_are_refused(self):
        cases = [
            ("from morse.builder import *\nrobot = ATRV(\n", "scene.py", "SyntaxError"),
            (SCENE.encode() + b"# \xff\n", "scene.py", "not encoded as UTF-8"),
            (SCENE + "# >>> morse edit\n", "scene.py", "has no end"),
            (SCENE + "from morse.builder import edit\nedit.remove('ghost')\n", "scene.py", "no object `ghost`"),
            ("{}", "scene.json", "morse_scene"),
            (SCENE.replace("'empty'", "'nowhere'"), "scene.py", "not found"),
        ]
        for text, name, expected in cases:
            with self.subTest(expected):
                status, _, errors = self.edited(text, name)
                self.assertNotEqual(status, 0)
                self.assertIn(expected, errors)


if __name__ == "__main__":
    unittest.main()
