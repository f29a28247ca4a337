"""Visual models of sensors: camera, laser scanners and small boxes for sensors without a model."""


from kit import materials as m
from kit import shapes, sweeps
from kit.register import makes
from kit.scene import Mesh, Node


@makes("sensors/camera")
def camera() -> list[Node]:
    """A camera of 5 x 5 x 8.5 cm whose optical axis is its local +Z, the lens at the origin."""
    mesh = Mesh().add(m.PLASTIC, shapes.rounded_box(0.05, 0.05, 0.058, 0.006).move(z=-0.056))
    mesh.add(m.GUNMETAL, shapes.cylinder(0.021, 0.02, segments=28, bevel=0.003).move(z=-0.018))
    mesh.add(
        m.PLASTIC,
        shapes.lathe(
            [(0.0, -0.012), (0.018, -0.012), (0.018, -0.001), (0.0165, 0.0), (0.0145, -0.004), (0.0, -0.004)], 28
        ),
    )
    mesh.add(m.LENS, shapes.dome(0.0135, 0.0035, 24, 4).move(z=-0.0045))
    mesh.add(m.RED, shapes.rounded_box(0.051, 0.02, 0.003, 0.001, 1).move(z=-0.035))
    mesh.add(m.GLOW_GREEN, shapes.cylinder(0.0018, 0.003, segments=10).move(0.017, 0.017, -0.0275))
    return [Node("CameraMesh", mesh=mesh.fit((-0.025, -0.025, -0.085), (0.025, 0.025, 0.0)))]


@makes("sensors/sick")
def sick() -> list[Node]:
    """The blue laser scanner in a box of 20 cm, its scanning plane through the origin, window to +X."""
    mesh = Mesh().add(m.SKY, shapes.rounded_box(0.18, 0.2, 0.075, 0.016).move(-0.01, 0.0, -0.0625))
    mesh.add(m.SKY, shapes.rounded_box(0.18, 0.2, 0.055, 0.016).move(-0.01, 0.0, 0.0725))
    mesh.add(m.SKY, shapes.rounded_box(0.06, 0.19, 0.15, 0.012).move(-0.07, 0.0, 0.0))
    mesh.add(m.PLASTIC, shapes.lathe([(0.0, -0.03), (0.088, -0.03), (0.078, 0.05), (0.0, 0.05)], 36).move(0.005))
    mesh.add(
        m.GLOW_RED,
        shapes.lathe([(0.0835, -0.002), (0.0858, -0.002), (0.0856, 0.001), (0.0835, 0.001)], 36, closed=True).move(
            0.005
        ),
    )
    for i, light in enumerate((m.GLOW_RED, m.GLOW_ORANGE, m.GLOW_GREEN)):
        mesh.add(light, shapes.cylinder(0.005, 0.004, "x", 12).move(0.079, -0.02 + 0.02 * i, 0.075))
    return [Node("SickMesh", mesh=mesh.fit((-0.1, -0.1, -0.1), (0.1, 0.1, 0.1)))]


@makes("sensors/velodyne")
def velodyne() -> list[Node]:
    """The spinning laser drum in a box of 20 cm: base, lens bands, lid."""
    mesh = Mesh().add(
        m.GUNMETAL,
        shapes.lathe([(0.0, -0.1), (0.092, -0.1), (0.1, -0.092), (0.1, -0.062), (0.09, -0.052), (0.0, -0.052)], 40),
    )
    mesh.add(
        m.ALUMINIUM,
        shapes.lathe([(0.0, -0.055), (0.088, -0.05), (0.094, -0.03), (0.094, 0.085), (0.086, 0.1), (0.0, 0.1)], 40),
    )
    for z, h in ((-0.005, 0.036), (0.052, 0.036)):
        mesh.add(m.LENS, sweeps.arc_plate(0.090, 0.0955, 38.0, h, 12, 0.001).move(z=z))
        mesh.add(m.LENS, sweeps.arc_plate(0.090, 0.0955, 20.0, h, 8, 0.001).turn(z=180.0).move(z=z))
    mesh.add(m.DARK, shapes.torus(0.0895, 0.004, segments=40, sides=6).move(z=-0.051))
    return [Node("VelodyneMesh", mesh=mesh.fit((-0.1, -0.1, -0.1), (0.1, 0.1, 0.1)))]


@makes("sensors/kinect")
def kinect() -> list[Node]:
    """A depth camera bar: projector, color and infrared eyes towards +X."""
    mesh = Mesh().add(m.PLASTIC, shapes.rounded_box(0.06, 0.28, 0.036, 0.014, 3).move(z=0.04))
    mesh.add(
        m.PLASTIC,
        shapes.rounded_box(0.075, 0.08, 0.014, 0.005).move(z=-0.014),
        shapes.cylinder(0.02, 0.034, segments=20).move(z=0.004),
    )
    for y, r in ((0.078, 0.009), (0.012, 0.011), (-0.022, 0.011)):
        mesh.add(m.GUNMETAL, shapes.cylinder(r, 0.006, "x", 22).move(0.029, y, 0.04))
        mesh.add(m.LENS, shapes.dome(r * 0.75, 0.003, 20, 3, "x").move(0.0315, y, 0.04))
    mesh.add(m.GLOW_GREEN, shapes.cylinder(0.0025, 0.004, "x", 10).move(0.029, 0.045, 0.04))
    return [Node("KinectMesh", mesh=mesh)]


@makes("sensors/hokuyo")
def hokuyo() -> list[Node]:
    """The small laser scanner, 8 cm across, its window all round but the rear."""
    mesh = Mesh().add(m.PLASTIC, shapes.rounded_box(0.078, 0.078, 0.05, 0.008).move(z=-0.045))
    mesh.add(
        m.BLACK,
        shapes.lathe(
            [
                (0.0, -0.022),
                (0.036, -0.022),
                (0.030, -0.012),
                (0.030, 0.012),
                (0.034, 0.018),
                (0.034, 0.028),
                (0.028, 0.036),
                (0.0, 0.036),
            ],
            32,
        ),
    )
    mesh.add(m.ORANGE, shapes.torus(0.0335, 0.002, segments=32, sides=6).move(z=0.02))
    mesh.add(m.GLOW_GREEN, shapes.cylinder(0.003, 0.003, "x", 10).move(0.039, -0.015, -0.04))
    return [Node("HokuyoMesh", mesh=mesh)]


@makes("sensors/stereo_unit")
def stereo_unit() -> list[Node]:
    """A bar that carries two cameras, 48 cm wide."""
    mesh = Mesh().add(m.ALUMINIUM, shapes.rounded_box(0.05, 0.48, 0.02, 0.006))
    mesh.add(m.DARK, *[shapes.rounded_box(0.054, 0.05, 0.024, 0.006).move(y=s * 0.2) for s in (-1.0, 1.0)])
    mesh.add(m.STEEL, shapes.cylinder(0.012, 0.03, segments=18).move(z=-0.018))
    return [Node("StereoUnitMesh", mesh=mesh)]


@makes("sensors/gps")
def gps() -> list[Node]:
    """A flat antenna dome, 8 cm across."""
    mesh = Mesh().add(m.PLASTIC_WHITE, shapes.dome(0.04, 0.018, 30, 5).move(z=-0.004))
    mesh.add(m.PLASTIC_GREY, shapes.cylinder(0.041, 0.008, segments=30, bevel=0.002).move(z=-0.006))
    return [Node("GPSMesh", mesh=mesh)]


@makes("sensors/imu")
def imu() -> list[Node]:
    """An inertial unit: an orange box of 8 x 8 x 4 cm with its axes printed on the lid."""
    mesh = Mesh().add(m.ORANGE, shapes.rounded_box(0.076, 0.06, 0.03, 0.005))
    mesh.add(m.GUNMETAL, shapes.rounded_box(0.08, 0.076, 0.008, 0.002, 1).move(z=-0.014))
    for angle, material in ((0.0, m.RED), (90.0, m.GREEN)):
        arrow = [
            (0.0, -0.0015),
            (0.016, -0.0015),
            (0.016, -0.004),
            (0.024, 0.0),
            (0.016, 0.004),
            (0.016, 0.0015),
            (0.0, 0.0015),
        ]
        mesh.add(material, sweeps.extrude(arrow, 0.0008, "z").turn(z=angle).move(-0.008, -0.008, 0.0153))
    mesh.add(m.STEEL, shapes.cylinder(0.007, 0.014, "x", 18).move(-0.042, 0.0, 0.0))
    return [Node("IMUMesh", mesh=mesh)]
