"""The ROS 2 commands of the documentation name topics, services, actions and parameters that exist."""

import re
import unittest

from harness import ROOT
from ros2_peers import Ros2TestCase, wait_until
import ros2_types as t
from cyclonedds.builtin import BuiltinDataReader, BuiltinTopicDcpsPublication, BuiltinTopicDcpsSubscription

#: The pages, each with its scene: the first block of code that imports or uses the Builder.
PAGES = ["docs/ros.md", "docs/tutorials/ros.md"]
COMMAND = re.compile(r"ros2 (topic echo|topic pub|service call|action send_goal|param set) (?:-\S+ \d+ )?(/?\S+)(?: (\S+/\S+))?")


def commands(text):
    """The commands of ROS 2 in a page: kind of command, name and type."""
    text = re.sub(r"\\\n\s*", "", text)
    lines = (line.strip() for line in text.splitlines() if line.startswith("    ros2 "))
    return [match.groups() for line in lines if (match := COMMAND.match(line))]


def quick_start(text):
    """The scene of a page: a file in Python, or the statements of the quick start of ROS 2."""
    written = re.search(r"```python file=\S+\n(.*?)```", text, re.DOTALL)
    if written:
        return written[1]
    block = re.search(r"## ROS 2\n.*?In a scene:\n\n(.*?)\nIn terminals:", text, re.DOTALL)[1]
    statements = "".join(line[4:] for line in block.splitlines(keepends=True))
    return "from morse.builder import *\n" + statements


def dds_name(name):
    """The DDS name of a type: `std_srvs::srv::dds_::Trigger_` for `std_srvs/srv/Trigger`."""
    package, folder, base = name.split("/")
    return "%s::%s::dds_::%s_" % (package, folder, base)


class PagesTest(Ros2TestCase):
    def check(self, page):
        text = (ROOT / page).read_text()
        found = commands(text)
        self.assertGreaterEqual(len(found), 3, page)
        _, peer = self.start(quick_start(text))
        readers = {
            kind: BuiltinDataReader(peer.participant, topic)
            for kind, topic in (("sent", BuiltinTopicDcpsPublication), ("received", BuiltinTopicDcpsSubscription))
        }
        known = {"sent": set(), "received": set()}

        def has(kind, topic, type_name=None):
            known[kind] |= {(sample.topic_name, sample.type_name) for sample in readers[kind].take(1000)}
            return any(name == topic and type_name in (None, kind_of) for name, kind_of in known[kind])

        for what, name, type_name in found:
            of = lambda suffix="": type_name and dds_name(type_name)[:-1] + suffix + "_"
            exists = {
                "topic echo": lambda name=name: has("sent", "rt" + name),
                "topic pub": lambda name=name: has("received", "rt" + name, of()),
                "service call": lambda name=name: has("received", "rq%sRequest" % name, of("_Request")),
                "action send_goal": lambda name=name: has(
                    "received", "rq%s/_action/send_goalRequest" % name, of("_SendGoal_Request")
                ),
                "param set": lambda: True,
            }[what]
            with self.subTest(page=page, command=what, name=name):
                wait_until(exists, "%s %s of type %s" % (what, name, type_name), timeout_s=10)
        parameters = re.findall(r"ros2 param set /morse (\S+)", text)
        if parameters:
            listed = peer.client("/morse/list_parameters", t.LIST_PARAMETERS).call(prefixes=[], depth=0).names
            self.assertLessEqual(set(parameters), set(listed))

    def test_commands_of_the_reference_name_existing_entities(self):
        self.check(PAGES[0])

    def test_commands_of_the_tutorial_name_existing_entities(self):
        self.check(PAGES[1])


if __name__ == "__main__":
    unittest.main()
