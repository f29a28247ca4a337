"""Tutorials in which a cat follows a mouse, with the models of Debian's package."""

import unittest

from tutorial_scenes import Chase, TutorialCase, WithDebianModels


class ChaseWithDebianModels(WithDebianModels, Chase, TutorialCase):
    pass


if __name__ == "__main__":
    unittest.main()
