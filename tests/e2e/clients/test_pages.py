"""Every block of code and every command of every page runs, or has a reason in `EXCEPTIONS` why it does not.

Complete scenes are checked by `morse check`. Parts of scenes follow a beginning in `BEGINNINGS`, and end in an
empty environment. Commands run in the order of the
page in a folder with the files of `FILES`, except for those that another test runs.
"""

import re
import shutil
import tempfile
import unittest

from harness import ROOT
from clients.test_tutorial_pages import Reader

#: Pages whose blocks other tests run: the test that does.
ELSEWHERE = {
    "README.md": "clients/test_readme.py, tests/wheel/test_docs.py",
    "docs/campaigns.md": "tests/wheel/test_docs.py, recordings/test_campaign.py",
    "docs/cluster.md": "clients/test_tutorial_pages.py",
    "docs/errors.md": "xtask/generate: the page is generated; each code has a test in crates/cli/tests/command/scene_files/checking.rs",
    "docs/from_gazebo.md": "clients/test_tutorial_pages.py",
    "docs/from_mujoco.md": "clients/test_tutorial_pages.py",
    "docs/from_morse.md": "clients/test_tutorial_pages.py",
    "docs/from_webots.md": "clients/test_tutorial_pages.py",
    "docs/install.md": "clients/test_tutorial_pages.py",
    "docs/learning.md": "tests/wheel/test_docs.py",
    "docs/python_engine.md": "tests/wheel/test_docs.py",
}
#: Folders whose pages other tests read: tutorials, pictures of the gallery, examples of components and
#: of learning environments.
FOLDERS_ELSEWHERE = ("docs/tutorials", "docs/gallery", "docs/components", "docs/environments")
SCENE = "from morse.builder import *\n"
#: Lines before parts of scenes, by page; a part is recognized by its beginning.
BEGINNINGS = {
    "docs/first_steps.md": {"motion =": SCENE + "robot = ATRV()\n"},
    "docs/pocolibs.md": {"motion.add_stream('pocolibs', struct": SCENE + "robot = ATRV()\nmotion = MotionVW()\nrobot.append(motion)\n"},
    "docs/ros.md": {"# ros_gz_interfaces": SCENE + "robot = SmallRover()\nbumper = ContactSensor()\nrobot.append(bumper)\n"},
    "docs/socket.md": {
        "pose =": SCENE + "robot = ATRV()\nscanner, camera = Sick('scanner'), VideoCamera('camera')\n"
        "robot.append(scanner)\nrobot.append(camera)\n"
    },
}
#: Blocks that do not run here, by page and beginning: the reason. They are compiled nevertheless.
EXCEPTIONS = {
    "docs/blender_scripts.md": {
        "wheel =": "attributes of a robot with parts of its own; python/tests/test_bpymorse.py sets each",
        "bpy.data": "materials of a model with these names; python/tests/test_bpymorse.py sets each",
    },
    "docs/editor.md": {"# >>> morse edit": "the end of a script; recordings/test_editor.py writes one"},
    "docs/first_steps.md": {"import pymorse": "a client; clients/test_first_scene.py"},
    "docs/mavlink.md": {"from pymavlink": "a peer; middlewares/test_mavlink.py"},
    "docs/models.md": {"class MyRobot": "needs a model of the reader"},
    "docs/pprzlink.md": {"from ivy": "a peer; middlewares/test_pprzlink.py"},
    "docs/pymorse.md": {"": "clients; clients/test_pymorse.py and test_pymorse_extensions.py call each"},
    "docs/python_components.md": {"": "components; own/test_own_components.py and its neighbors run those of examples/own_parts"},
    "docs/ros.md": {"import rclpy": "a peer; ros2/test_rclpy_node.py", "# call.py": "a peer; ros2/test_rclpy_node.py"},
    "docs/rust.md": {"": "crates/morse/tests/embedding.rs"},
    "docs/socket.md": {
        "from pymorse": "a client; clients/test_socket_encoding.py",
        "import socket, cbor2": "a client; clients/test_socket_encoding.py",
    },
    "docs/testing_scenes.md": {"": "suites; clients/test_testing_package.py"},
    "docs/viewer.md": {"env.create()": "needs the scene before it; recordings/test_viewer.py follows a robot"},
    "docs/your_robot.md": {"robot = Robot('tiago": "a file of its owner; components/test_xacro.py"},
}

#: Files of the folder in which the blocks and commands of a page run, and their sources.
FILES = {
    "scene.py": "examples/first_scene.py",
    "arm.urdf": "assets/robots/small_arm.urdf",
    "rover.urdf": "assets/robots/small_rover.urdf",
}
#: Pages whose commands run: the scene that runs beside them, from the beginning of the page.
COMMANDS = {
    "docs/first_steps.md": "first_scene.py",
    "docs/recording.md": "first_scene.py",
    "docs/checkpoints.md": None,
    "docs/topics.md": "first_scene.py",
    "docs/your_robot.md": "arm.py",
    "docs/viewer.md": "first_scene.py",
}
ARM = SCENE + """
arm = Robot('arm.urdf', name='arm')
controller = JointController('controller')
controller.add_interface('socket')
arm.append(controller)
joints = JointPositions('joints')
joints.add_interface('socket')
arm.append(joints)
env = Environment('empty')
"""
#: Commands that do not run here: the reason. All of them are read by the command line in crates/cli/src/arguments/documented.rs.
NOT_RUN = {
    "morse run examples/ros2_nav.py": "ros2/test_rclpy_examples.py",
    "morse inspect robots/atrv.blend": "a model of the original; components/test_options.py",
    "morse sense scene.py robot.sick": "the scene of the page has no scanner; crates/cli/tests/command/pictures/sensing.rs",
    "morse replay run.mcap": "serves a page until it is stopped; recordings/test_replay.py",
    "morse view": "needs a second computer; recordings/test_viewer.py",
    "morse top": "ends with the run; crates/cli/tests/command/clients",
    "morse topic list": "output of a run of the page",
    "morse topic echo robot.pose -n 1": "output of a run of the page",
    "morse inspect tiago": "a file of its owner; components/test_xacro.py",
    "morse run --view tiago": "a file of its owner; components/test_xacro.py",
    "morse bag export run.mcap --format parquet": "recordings/test_bag.py",
}
BLOCK = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def pages():
    """The pages, except those of folders that other tests read."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    names = [str(page.relative_to(ROOT)) for page in found]
    return [name for name in names if not name.startswith(FOLDERS_ELSEWHERE)]


def of_page(table, page, text):
    """The entry of a table for a text of a page, by its beginning; None without one."""
    return next((entry for start, entry in table.get(page, {}).items() if text.startswith(start)), None)


def typed(text):
    """The `morse` commands on the lines of terminals of a page."""
    text = BLOCK.sub("", text)
    lines = re.findall(r"^    (?:\$ )?(morse .*)$", text, re.MULTILINE)
    return [re.split(r"  +| #", line)[0] for line in lines]


def bounded(line):
    """A command that would run until it is stopped, with an end. Recordings are as long as the page needs them."""
    if line.startswith("morse run ") and "--duration" not in line:
        duration = 14 if "--record" in line else 2
        return re.sub(r"^morse run ", f"morse run --fast --duration {duration} ", line)
    if line.startswith("morse topic echo") and "--count" not in line:
        return line + " --count 1"
    return line


class Pages(unittest.TestCase):
    def folder(self):
        """An empty folder with the files of the pages, and its reader."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        reader = Reader(self, temporary.name)
        for name, source in FILES.items():
            shutil.copy(ROOT / source, reader.work / name)
        shutil.copytree(ROOT / "examples", reader.work / "examples")
        shutil.copy(ROOT / "examples" / "first_scene.py", reader.work / "first_scene.py")
        (reader.work / "arm.py").write_text(ARM)
        return reader

    def test_python_of_every_page_runs(self):
        reader = self.folder()
        used, count = set(), 0
        for page in pages():
            for number, (language, _, text) in enumerate(BLOCK.findall((ROOT / page).read_text())):
                if language != "python":
                    continue
                with self.subTest(page=page, block=text.split("\n")[0]):
                    compile(text, page, "exec")
                    reason = of_page(EXCEPTIONS, page, text)
                    if page in ELSEWHERE or reason:
                        used.add(page)
                        continue
                    begin = of_page(BEGINNINGS, page, text) or ("" if "import" in text else SCENE)
                    end = "" if "Environment(" in text else "\nenv = Environment('empty')\n"
                    if text.startswith("pose ="):
                        end = "robot.append(pose)\n" + end
                    scene = reader.work / f"block{number}.py"
                    scene.write_text(begin + text + end)
                    reader.execute(f"morse check {scene.name}", "...\n... can run...")
                    count += 1
        self.assertGreaterEqual(count, 14)
        self.assertEqual({*EXCEPTIONS} - used - {"docs/rust.md"}, set(), "pages without a block that is excepted")

    def test_commands_of_pages_end_without_error(self):
        for page, scene in COMMANDS.items():
            reader = self.folder()
            if scene:
                # `time_sync` of the scene has a port of its own, which tests side by side would share.
                text = re.sub(r"env.configure_stream_manager.*\n", "", (reader.work / scene).read_text())
                (reader.work / scene).write_text(text)
                (reader.work / "scene.py").write_text(text)
                reader.execute(f"morse run {scene} &", "")
            if page == "docs/recording.md":
                for name in ("a.mcap", "b.mcap"):
                    reader.execute(f"morse run --fast --duration 1 --record {name} scene.py", "")
            lines = typed((ROOT / page).read_text())
            count = 0
            for line in lines:
                if any(line.startswith(start) for start in NOT_RUN) and "--check" not in line:
                    continue
                with self.subTest(page=page, command=line):
                    reader.execute(bounded(line), "")
                    count += 1
            self.assertGreaterEqual(count, 1, page)
            if scene:
                reader.execute("morse service call simulation quit", "")
            reader.wait_for_background_commands()

    def test_every_page_with_commands_is_read_or_has_a_reason(self):
        """Pages whose commands only `documented.rs` reads: peers, computers or installations that a test has not."""
        read = {*COMMANDS, *ELSEWHERE}
        only_parsed = {
            "docs/autopilots.md": "middlewares/test_autopilots.py",
            "docs/docker.md": "needs Docker; the image is built by hand",
            "docs/editor.md": "recordings/test_editor.py",
            "docs/gpu.md": "needs the feature `gpu`; crates/morse/tests/gpu, with --optional",
            "docs/moos.md": "middlewares/test_moos.py",
            "docs/nodes.md": "clients/test_nodes.py",
            "docs/pocolibs.md": "middlewares/test_pocolibs.py",
            "docs/python_components.md": "clients/test_journey.py",
            "docs/robots.md": "own_robots.py: components/test_own_robot.py",
            "docs/ros.md": "ros2/test_ros2_pages.py, ros2/test_ros2_package.py",
            "docs/socket.md": "clients/test_socket_languages.py",
            "docs/yarp.md": "middlewares/test_yarp_tools.py",
        }
        with_commands = {page for page in pages() if typed((ROOT / page).read_text())}
        self.assertEqual(with_commands - read - {*only_parsed}, set())
        self.assertEqual({*only_parsed} - with_commands - {"docs/docker.md"}, set())


if __name__ == "__main__":
    unittest.main()
