"""Prints the nearest obstacle and the mean brightness of the picture of the robot in cbor_scan.py."""

import sys

from pymorse import Morse

with Morse() as morse:
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        scan = morse.robot.scanner.get()
        picture = morse.robot.camera.get()
        nearest = min(scan['range_list'])
        colors = picture['image'][0::4] + picture['image'][1::4] + picture['image'][2::4]
        print(
            '%d rays, the nearest obstacle %.2f m; %d x %d pixels, brightness %.0f'
            % (len(scan['range_list']), nearest, picture['width'], picture['height'], sum(colors) / len(colors)),
            flush=True,
        )
