"""Vectors and rotations."""

import copy
import math
import unittest

import support  # noqa: F401  (finds the package)

from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.core.morse_time import TimeStrategies


class Vectors(unittest.TestCase):
    def test_arithmetic(self) -> None:
        a, b = Vector((1, 2, 3)), Vector((4, 5, 6))
        self.assertEqual(a + b, [5, 7, 9])
        self.assertEqual(b - a, [3, 3, 3])
        self.assertEqual(a * 2, 2 * a)
        self.assertEqual((a.dot(b), a * b), (32, 32))
        self.assertEqual(Vector((1, 0, 0)).cross(Vector((0, 1, 0))), (0, 0, 1))
        self.assertAlmostEqual(Vector((3, 4)).length, 5)
        with self.assertRaises(ValueError):
            a + Vector((1, 2))
        with self.assertRaises(AttributeError):
            Vector((1, 2)).z

    def test_directions(self) -> None:
        self.assertAlmostEqual(Vector((1, 0, 0)).angle(Vector((0, 2, 0))), math.pi / 2)
        self.assertEqual(Vector((0, 0, 2)).normalized(), (0, 0, 1))
        self.assertEqual(Vector((0, 0, 0)).normalized(), (0, 0, 0))
        with self.assertRaises(ValueError):
            Vector((0, 0, 0)).angle(Vector((1, 0, 0)))


class Rotations(unittest.TestCase):
    def assertClose(self, found: object, expected: object) -> None:
        for value, other in zip(found, expected):  # type: ignore[call-overload]
            self.assertAlmostEqual(value, other)

    def test_order_is_z_after_y_after_x(self) -> None:
        turned = Euler((math.pi / 2, 0, math.pi / 2)).to_matrix() @ Vector((0, 1, 0))
        self.assertClose(turned, (0, 0, 1))
        turned = Euler((0, 0, math.pi / 2)).to_matrix() @ Vector((1, 0, 0))
        self.assertClose(turned, (0, 1, 0))

    def test_conversion_round_trips(self) -> None:
        for angles in ((0.1, 0.2, 0.3), (-1, 1, 2), (0, math.pi / 2, 0.4), (3, -0.5, -3)):
            matrix = Euler(angles).to_matrix()
            for row, other in zip(matrix.to_euler().to_matrix(), matrix):
                self.assertClose(row, other)
            for row, other in zip(Euler(angles).to_quaternion().to_matrix(), matrix):
                self.assertClose(row, other)

    def test_pitch_beyond_a_quarter_when_the_rest_is_smaller(self) -> None:
        self.assertClose(Euler((0, 2.0, 0)).to_matrix().to_euler(), (0, 2.0, 0))

    def test_quaternions(self) -> None:
        quarter = Quaternion((0, 0, 1), math.pi / 2)
        self.assertClose((quarter @ quarter).to_euler(), (0, 0, math.pi))
        self.assertClose(quarter @ Vector((1, 0, 0)), (0, 1, 0))
        self.assertAlmostEqual(quarter.angle, math.pi / 2)
        self.assertClose((quarter @ quarter.inverted()).to_euler(), (0, 0, 0))

    def test_matrices(self) -> None:
        pose = Matrix.Translation((1, 2, 3)) @ Matrix.Rotation(math.pi / 2, 4, "Z")
        self.assertClose(pose @ Vector((1, 0, 0)), (1, 3, 3))
        self.assertClose(pose.inverted() @ Vector((1, 3, 3)), (1, 0, 0))
        self.assertEqual(pose.to_translation(), (1, 2, 3))
        self.assertEqual(Matrix(), Matrix.Identity(4))
        with self.assertRaises(ValueError):
            Matrix(((1, 2), (2, 4))).inverted()

    def test_matrix_decomposition(self) -> None:
        turn = Euler((0.1, -0.2, 0.3))
        matrix = Matrix.Translation((1, 2, 3)) * turn.to_matrix().to_4x4() * Matrix.Scale(2.0, 4)
        place, rotation, scale = matrix.decompose()
        self.assertClose(place, (1, 2, 3))
        self.assertClose(rotation.to_euler(), turn)
        self.assertClose(scale, (2, 2, 2))
        self.assertAlmostEqual(matrix.determinant(), 8.0)
        self.assertAlmostEqual(Matrix.Scale(3.0, 3, (1, 1, 0)).determinant(), 3.0)
        self.assertClose(matrix.col[3], (1, 2, 3, 1))
        self.assertEqual((2 * Matrix.Identity(2)).row[0], [2, 0])
        matrix.invert()
        self.assertClose(matrix * Vector((1, 2, 3)), (0, 0, 0))

    def test_interpolation_and_difference_of_quaternions(self) -> None:
        half = Quaternion((1, 0, 0, 0)).slerp(Quaternion((0, 0, 1), 1.0), 0.5)
        self.assertClose(half.to_euler(), (0, 0, 0.5))
        self.assertClose(half.rotation_difference(Quaternion((0, 0, 1), 1.0)).to_euler(), (0, 0, 0.5))
        self.assertClose(Vector((1, 0, 0)).rotation_difference(Vector((0, 3, 0))).to_euler(), (0, 0, math.pi / 2))
        self.assertClose(Vector((1, 0, 0)).rotation_difference(Vector((-1, 0, 0))) * Vector((1, 0, 0)), (-1, 0, 0))
        turned = Euler((0, 0, 0.5))
        turned.rotate_axis("Z", 0.25)
        turned.rotate(half)
        self.assertClose(turned, (0, 0, 1.25))

    def test_vectors_of_other_lengths_and_interpolation(self) -> None:
        self.assertEqual(Vector((1, 2, 3)).xy, [1, 2])
        self.assertEqual(Vector((1, 2)).to_4d(), [1, 2, 0, 1])
        self.assertEqual(Vector((0, 0, 0)).lerp(Vector((2, 4, 6)), 0.5), [1, 2, 3])
        self.assertEqual(Vector((1, -1, 0)).reflect(Vector((0, 2, 0))), [1, 1, 0])
        self.assertEqual(Vector((3, 4, 0)).project(Vector((2, 0, 0))), [3, 0, 0])
        self.assertEqual((1, 1, 1) - Vector((1, 2, 3)), [0, -1, -2])

    def test_angles_of_every_order_round_trip(self) -> None:
        for order in ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"):
            for angles in ((0.1, 0.2, 0.3), (-1.0, 0.7, 2.0), (0.5, -0.4, -3.0)):
                matrix = Euler(angles, order).to_matrix()
                found = matrix.to_euler(order)
                self.assertEqual(found.order, order)
                for row, other, third in zip(found.to_matrix(), matrix, Euler(angles, order).to_quaternion().to_matrix()):
                    self.assertClose(row, other)
                    self.assertClose(third, other)
        # A quarter turn about x, then one about z.
        self.assertClose(Euler((math.pi / 2, 0, math.pi / 2), "XZY").to_matrix() @ Vector((0, 1, 0)), (0, 0, 1))
        self.assertClose(Euler((math.pi / 2, 0, math.pi / 2), "ZYX").to_matrix() @ Vector((1, 0, 0)), (0, 0, 1))
        with self.assertRaisesRegex(ValueError, "XYX"):
            Euler((0, 0, 0), "XYX")

    def test_euler_compat_chooses_the_nearest_solution(self) -> None:
        near = Euler((0, 0, 3.0))
        self.assertClose(Euler((0, 0, -3.0)).to_matrix().to_euler("XYZ", near), (0, 0, 2 * math.pi - 3.0))

    def test_columns_and_translation_are_part_of_their_matrix(self) -> None:
        matrix = Matrix()
        matrix.translation.x = 5
        matrix.col[3][1] = 6
        matrix.row[2][3] = 7
        translation = matrix.translation
        kept = translation.copy()
        matrix.translation = (1, 2, 3)
        self.assertEqual((translation, kept), ([1, 2, 3], [5, 6, 7]))
        turned = Vector((1, 0, 0)) * Matrix.Rotation(math.pi / 2, 3, "Z")
        self.assertClose(turned, (0, -1, 0))

    def test_vectors_that_blender_makes(self) -> None:
        self.assertEqual(Vector.Fill(4, 2.0), [2, 2, 2, 2])
        self.assertEqual(Vector((1, 2, 3)).zyx, [3, 2, 1])
        vector = Vector((1, 2, 3))
        vector.resize(4)
        self.assertEqual(vector, [1, 2, 3, 0])
        same = vector
        same += Vector((1, 1, 1, 1))
        self.assertIs(same, vector)
        self.assertEqual(copy.copy(vector), [2, 3, 4, 1])
        self.assertEqual(Vector((1, 2, 3)).orthogonal().dot((1, 2, 3)), 0)
        self.assertClose(Vector((1, 0, 0)).slerp(Vector((0, 1, 0)), 0.5), (math.sqrt(0.5), math.sqrt(0.5), 0))

    def test_a_rotation_tracks_a_vector(self) -> None:
        wanted = Vector((1, 2, 3)).normalized()
        for track in ("X", "Y", "Z", "-X", "-Y", "-Z"):
            axis = Vector([1.0 if letter == track[-1] else 0.0 for letter in "XYZ"]) * (-1 if track[0] == "-" else 1)
            up = "Z" if track[-1] != "Z" else "Y"
            turn = wanted.to_track_quat(track, up)
            self.assertClose(turn @ axis, wanted)
            self.assertGreater((turn @ Vector([1.0 if letter == up else 0.0 for letter in "XYZ"])).z, 0.0)
        with self.assertRaisesRegex(ValueError, "two axes"):
            wanted.to_track_quat("Z", "Z")

    def test_geometry(self) -> None:
        from mathutils import geometry

        x, y, z, zero = (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)
        self.assertEqual(geometry.normal(zero, x, y), z)
        self.assertEqual(geometry.area_tri(zero, x, y), 0.5)
        self.assertEqual(geometry.intersect_line_plane((0, 0, 2), (0, 0, 1), (5, 5, 0.5), z), [0, 0, 0.5])
        self.assertIsNone(geometry.intersect_line_plane((0, 0, 2), (1, 0, 2), zero, z))
        self.assertEqual(geometry.intersect_line_line(zero, x, (2, 1, 1), (2, -1, 1)), ([2, 0, 0], [2, 0, 1]))
        self.assertEqual(geometry.intersect_point_line((2, 1, 0), zero, x), ([2, 0, 0], 2.0))
        self.assertEqual(geometry.intersect_line_sphere((-2, 0, 0), (0, 0, 0), zero, 1.0), ([-1, 0, 0], None))
        self.assertEqual(geometry.intersect_ray_tri(zero, x, y, (0, 0, -1), (0.2, 0.2, 1)), [0.2, 0.2, 0])
        self.assertIsNone(geometry.intersect_ray_tri(zero, x, y, (0, 0, -1), (2, 2, 1)))
        self.assertEqual(geometry.distance_point_to_plane((0, 0, -3), zero, z), -3)
        self.assertEqual(geometry.intersect_point_tri_2d((0.2, 0.2), zero, x, y), 1)

    def test_the_module_name_is_that_of_blender(self) -> None:
        import mathutils  # type: ignore[import-not-found]

        self.assertIs(mathutils.Vector, Vector)


class Strategies(unittest.TestCase):
    def test_names(self) -> None:
        self.assertEqual((TimeStrategies.BestEffort, TimeStrategies.FixedSimulationStep), (0, 1))
        self.assertEqual(TimeStrategies.human_repr(1), "Fixed Simulation Step")
        self.assertEqual(TimeStrategies.python_repr(0), b"TimeStrategies.BestEffort")
