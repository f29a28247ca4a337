"""Pictures in shared memory, read from files as a simulator writes them."""

from __future__ import annotations

import os
import struct
import tempfile
import unittest
from pathlib import Path
from typing import Any

from pymorse import arrays, shared

HEADER = 64


class SharedTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def place(
        self, picture: bytes, number: int = 7, magic: bytes = b"MORSEF01", name: str = "frames"
    ) -> dict[str, Any]:
        """The place of a picture that is the only one in its file."""
        path = self.folder / name
        data = magic.ljust(HEADER, b"\0") + struct.pack("<Q", number).ljust(HEADER, b"\0") + picture
        path.write_bytes(data)
        return {"file": str(path), "offset": HEADER, "size": len(picture), "number": number}

    def test_picture_is_that_of_the_file(self) -> None:
        self.assertEqual(shared.read(self.place(b"\1\2\3\4")), b"\1\2\3\4")

    def test_view_shares_the_memory_of_the_file_and_is_whole_until_its_number_changes(self) -> None:
        place = self.place(b"\1\2\3\4")
        view = shared.view(place)
        self.assertEqual((bytes(view), view.readonly, shared.is_whole(place)), (b"\1\2\3\4", True, True))
        with open(place["file"], "r+b") as file:
            file.seek(HEADER)
            file.write(struct.pack("<Q", 11).ljust(HEADER, b"\0") + b"\5")
        self.assertEqual((view[0], shared.is_whole(place)), (5, False))

    def test_image_has_rows_columns_and_colors(self) -> None:
        try:
            import numpy  # noqa: F401
        except ImportError:
            return
        image = arrays.image({"height": 1, "width": 2, "image": self.place(bytes(range(8)))})
        self.assertEqual(image.tolist(), [[[0, 1, 2, 3], [4, 5, 6, 7]]])

    def test_overwritten_picture_is_an_error(self) -> None:
        place = self.place(b"\1\2\3\4")
        with self.assertRaisesRegex(ValueError, "picture 3 is gone"):
            shared.read({**place, "number": 3})
        with open(place["file"], "r+b") as file:
            file.seek(HEADER)
            file.write(struct.pack("<Q", 0))
        with self.assertRaisesRegex(ValueError, "picture 7 is gone"):
            shared.read(place)

    def test_place_beyond_the_file_and_other_files_are_errors(self) -> None:
        place = self.place(b"\1\2\3\4")
        for wrong in ({"size": 5000}, {"offset": 1 << 40}, {"offset": -64}, {"size": -1}):
            with self.assertRaisesRegex(ValueError, "bytes; the picture would end"):
                shared.read({**place, **wrong})
        with self.assertRaisesRegex(ValueError, "has no pictures of a simulator"):
            shared.read(self.place(b"\1", magic=b"something", name="other"))

    def test_file_of_an_ended_simulator_is_an_error(self) -> None:
        place = self.place(b"\1\2")
        os.remove(place["file"])
        with self.assertRaises(FileNotFoundError):
            shared.read(place)

    def test_error_of_the_simulator_is_raised(self) -> None:
        with self.assertRaisesRegex(OSError, "cannot write the picture: /dev/shm/x: No space left"):
            shared.read({"error": "/dev/shm/x: No space left on device"})


if __name__ == "__main__":
    unittest.main()
