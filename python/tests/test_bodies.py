"""What scripts say of bodies."""

from support import BuilderTest, named


class Bodies(BuilderTest):
    def test_robots_passive_objects_and_primitives_have_the_same_methods(self) -> None:
        document = self.scene("""
            r = Robot()
            r.set_physics_type('CHARACTER')
            box = Cube('Box')
            box.set_rigid_body()
            box.set_mass(3)
            box.set_friction(0.8)
            wall = Plane('Wall')
            wall.set_physics_type('STATIC')
            chair = PassiveObject('props/objects', 'RollingChair')
            chair.set_dynamic()
            """)
        self.assertEqual(named(document, "r")["body"], {"physics": "CHARACTER"})
        self.assertEqual(named(document, "Box")["body"], {"physics": "RIGID_BODY", "mass": 3.0, "friction": 0.8})
        self.assertEqual(named(document, "Wall")["body"], {"physics": "STATIC"})
        self.assertEqual(named(document, "RollingChair")["body"], {"physics": "DYNAMIC"})

    def test_an_unknown_physics_type_names_the_known_ones(self) -> None:
        self.scene("""
            try:
                Cube('c').set_physics_type('JELLY')
            except ValueError as error:
                assert 'RIGID_BODY' in str(error)
            else:
                raise AssertionError
            """)
