"""The scene and plan of the tests of campaigns, and the test case that runs `morse campaign`."""

import json
import tempfile
from pathlib import Path

from harness import TestCase, command

SCENE = """from morse.builder import *
speed = parameter("start_x", default=0.0)
robot = ATRV()
robot.translate(x=speed)
motion = MotionVW()
robot.append(motion)
pose = Pose()
pose.alter("Noise", pos_std=0.1)
robot.append(pose)
env = Environment("empty", fastmode=True)
"""
PLAN = """scenes = ["scene.py"]
duration_s = 1.0
seeds = 4
[parameters]
start_x = [0.0, 2.0]
v = 1.0
[[start]]
component = "robot.motion"
command = { v = { parameter = "v" }, w = 0.0 }
[metrics]
x = "robot.@x"
read_x = "robot.pose.x"
"""
# A component that kills the worker, its parent process. The environment variable DEADLY is "always", or a file that the first
# kill creates, so that later runs survive.
DEADLY = """import os
import signal

import morse.core.sensor


class Deadly(morse.core.sensor.Sensor):
    _name = "Deadly"
    _short_desc = "Ends the simulator."

    def default_action(self):
        if os.environ["DEADLY"] == "always" or not os.path.exists(os.environ["DEADLY"]):
            if os.environ["DEADLY"] != "always":
                open(os.environ["DEADLY"], "w").close()
            os.kill(os.getppid(), signal.SIGKILL)
"""
DEADLY_SCENE = """import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from morse.builder import *
from morse.builder.creator import SensorCreator


class Deadly(SensorCreator):
    _classpath = "deadly.Deadly"

    def __init__(self, name=None):
        SensorCreator.__init__(self, name)


robot = ATRV()
if parameter("deadly", default=False):
    robot.append(Deadly("deadly"))
env = Environment("empty", fastmode=True)
"""


class CampaignCase(TestCase):
    """A test of campaigns, in a temporary folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results = self.folder / "plan.campaign"

    def write(self, plan=PLAN, scene=SCENE):
        (self.folder / "scene.py").write_text(scene)
        (self.folder / "plan.toml").write_text(plan)

    def campaign(self, *options, code=0, environment=None):
        """Runs `morse campaign plan.toml`. Returns its summary and standard error."""
        status, out, err = command(
            "campaign", "plan.toml", "--json", *options, folder=self.folder, environment=environment
        )
        self.assertEqual(status, code, out + err)
        self.assertNotIn("panicked", err)
        return (json.loads(out) if out else None), err

    def rows(self, folder=None):
        """The rows of the results, sorted by run."""
        lines = ((folder or self.results) / "runs.jsonl").read_text().splitlines()
        rows = [json.loads(line) for line in lines]
        self.assertEqual(len({row["run"] for row in rows}), len(rows), "no run twice")
        return sorted(rows, key=lambda row: row["run"])

    def without_times(self, rows):
        return [{key: value for key, value in row.items() if key not in ("resumed_s", "load_s", "wall_s")} for row in rows]

    def deadly(self, plan, **environment):
        """Runs a campaign whose component `Deadly` kills workers."""
        (self.folder / "deadly.py").write_text(DEADLY)
        self.write(plan, DEADLY_SCENE)
        return self.campaign(**environment)
