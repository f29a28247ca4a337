"""A robot whose scanner and camera send CBOR instead of JSON: ranges as binary arrays, pictures without base64.

    morse run examples/cbor_scan.py
    python3 examples/cbor_scan_client.py
"""

from morse.builder import ATRV, Environment, Hokuyo, VideoCamera

robot = ATRV()

scanner = Hokuyo()
scanner.translate(z=0.9)
scanner.add_stream('socket', encoding='cbor')
robot.append(scanner)

camera = VideoCamera()
camera.translate(x=0.3, z=0.9)
camera.properties(cam_width=64, cam_height=48)
camera.frequency(5)
camera.add_stream('socket', encoding='cbor')
robot.append(camera)

env = Environment('indoors-1/indoor-1')
