"""CBOR decoding in pymorse: the examples of RFC 8949, typed arrays, and streams that arrive in pieces."""

import importlib.util
import math
import queue
import struct
import unittest
from typing import Any

from pymorse_case import TIMEOUT_S, PymorseTest

from pymorse import arrays, cbor  # found through `support`

#: A message: {"timestamp": 1.5, "range_list": two numbers of 64 bits, "point_list": one point of 32 bits, "image": bytes}.
SCAN = (
    b"\xa4\x69timestamp\xf9\x3e\x00"
    + (b"\x6arange_list\xd8\x56\x50" + struct.pack("<2d", 0.1, math.inf))
    + (b"\x6apoint_list\xd8\x28\x82\x82\x01\x03\xd8\x55\x4c" + struct.pack("<3f", 1.0, 2.0, 0.5))
    + b"\x65image\x44\x0a\xa0\x0a\xff"
)


class Items(unittest.TestCase):
    def test_the_examples_of_the_standard(self) -> None:
        for text, value in (
            ("00", 0),
            ("1818", 24),
            ("1903e8", 1000),
            ("1b000000e8d4a51000", 1000000000000),
            ("20", -1),
            ("3903e7", -1000),
            ("f93c00", 1.0),
            ("f90001", 5.960464477539063e-8),
            ("fa47c35000", 100000.0),
            ("fb3ff199999999999a", 1.1),
            ("f9fc00", -math.inf),
            ("f4", False),
            ("f5", True),
            ("f6", None),
            ("4401020304", b"\x01\x02\x03\x04"),
            ("62c3bc", "ü"),
            ("80", []),
            ("8301820203820405", [1, [2, 3], [4, 5]]),
            ("a26161016162820203", {"a": 1, "b": [2, 3]}),
        ):
            with self.subTest(text):
                self.assertEqual(cbor.decode(bytes.fromhex(text)), value)
        self.assertTrue(math.isnan(cbor.decode(bytes.fromhex("f97e00"))))

    def test_arrays_of_numbers_are_views(self) -> None:
        scan = cbor.decode(SCAN)
        self.assertEqual(list(scan), ["timestamp", "range_list", "point_list", "image"])
        self.assertEqual((scan["range_list"].tolist(), min(scan["range_list"])), ([0.1, math.inf], 0.1))
        self.assertEqual(scan["point_list"].tolist(), [[1.0, 2.0, 0.5]])
        self.assertEqual(cbor.decode(bytes.fromhex("d828828200 03d85540".replace(" ", ""))).tolist(), [])

    def test_malformed_items_are_refused(self) -> None:
        for text in ("", "1903", "42ff", "a161", "0000", "ff", "9f01ff", "c100", "f8ff"):
            with self.subTest(text), self.assertRaises(ValueError):
                cbor.decode(bytes.fromhex(text))

    def test_items_may_arrive_in_pieces(self) -> None:
        sent = SCAN + b"\xa0" + SCAN
        for size in (1, 2, 7, len(SCAN), len(sent)):
            buffer, found = cbor.ItemBuffer(), []
            for start in range(0, len(sent), size):
                found += buffer.feed(sent[start : start + size])
            self.assertEqual(found, [SCAN, b"\xa0", SCAN])

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")
    def test_numpy_reads_the_arrays(self) -> None:
        scan = cbor.decode(SCAN)
        self.assertEqual(arrays.ranges(scan).tolist(), [0.1, math.inf])
        self.assertEqual(arrays.points(scan).shape, (1, 3))
        picture = {"image": scan["image"], "width": 1, "height": 1}
        self.assertEqual(arrays.image(picture).tolist(), [[[10, 160, 10, 255]]])
        self.assertEqual(arrays.points({"points": struct.pack("<3f", 1.0, 2.0, 0.5)}).tolist(), [[1.0, 2.0, 0.5]])


class Streams(PymorseTest):
    def test_the_first_byte_determines_the_encoding(self) -> None:
        pose: Any = self.morse.robot.pose
        self.assertIsNone(pose.last())
        connection = self.simulator.stream("robot.pose")
        heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        pose.subscribe(heard.put)
        connection.sendall(SCAN[:10])
        connection.sendall(SCAN[10:] + SCAN + SCAN)
        self.assertEqual([heard.get(timeout=TIMEOUT_S)["timestamp"] for _ in range(3)], [1.5] * 3)
        self.assertEqual(pose.last()["image"], b"\x0a\xa0\x0a\xff", "line feeds in binary data are kept")

    def test_malformed_data_ends_the_stream_with_a_reason(self) -> None:
        pose: Any = self.morse.robot.pose
        self.assertIsNone(pose.last())
        connection = self.simulator.stream("robot.pose")
        ended: queue.SimpleQueue[str] = queue.SimpleQueue()
        pose.stream.on_end(ended.put)
        connection.sendall(SCAN + b"\xff")
        self.assertIn("0xff, which the simulator does not send", ended.get(timeout=TIMEOUT_S))


if __name__ == "__main__":
    unittest.main()
