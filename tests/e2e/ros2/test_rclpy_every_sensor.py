"""Every sensor class at each level is heard by genuine rclpy with the default policies: type, and a plausible message."""

import unittest

from components import test_every_sensor as all_sensors
from rclpy_peers import in_each_distribution, record
from ros2 import test_ros2_every_sensor as every
import ros2_types as t

HEAR = """
for topic, kind in topics:
    peer.listen(topic, kind)
try:
    wait_until(lambda: all(peer.listen(*topic) for topic in topics), 60.0)
except TimeoutError:
    pass
result = {topic: peer.listen(topic, kind)[:1] for topic, kind in topics}
"""


def kind_of(message):
    """The name of a type in ROS 2, from a type of `ros2_types`."""
    package, part, _, name = message.__idl_typename__.replace("::", ".").split(".")
    return "%s/%s/%s" % (package, part, name.rstrip("_"))


class EverySensor:
    def test_default_subscription_hears_each_topic(self):
        runs = [run for run in every.sensors() if run[3] not in every.SILENT]
        lines = []
        for nth, (name, owner, level, _) in enumerate(runs):
            sensor_lines = all_sensors.script_lines(nth, name, owner, level)
            lines += [line for line in sensor_lines if ".add_stream(" not in line] + ["component.add_stream('ros2')"]
        simulator = self.start(all_sensors.SCENE.format(sensors="\n".join(lines)))
        topics = [every.topic(nth, *run) for nth, run in enumerate(runs)]
        types = [every.message_of(run[0], run[3]) for run in runs]
        wanted = [(topic, kind_of(message)) for topic, message in zip(topics, types)]
        infos = [topic.replace("/image", "/camera_info") for topic in topics if topic.endswith("/image")]
        wanted += [(topic, "sensor_msgs/msg/CameraInfo") for topic in infos]
        node = self.start_node()
        heard = node.run(HEAR, topics=sorted(set(wanted)))
        for topic, (name, _, level, kind), expected in zip(topics, runs, types):
            with self.subTest(name, level=level, topic=topic):
                self.assertTrue(heard[topic], "nothing heard")
                message = record(heard[topic][0])
                is_plausible = every.is_cloud if expected is t.PointCloud2 else every.PLAUSIBLE[kind]
                self.assertTrue(is_plausible(message), str(message)[:500])
        for topic in infos:
            with self.subTest(topic):
                self.assertTrue(heard[topic], "nothing heard")
                self.assertEqual((heard[topic][0]["width"], heard[topic][0]["height"]), (32, 16))
        names = dict(node.value("node.get_topic_names_and_types()"))
        for topic, kind in wanted:
            self.assertEqual(names.get(topic), [kind], topic)
        self.assertFalse([line for line in simulator.lines if "panicked" in line])


globals().update(in_each_distribution(EverySensor))

if __name__ == "__main__":
    unittest.main()
