"""Tutorials in which a cat follows a mouse, with the built-in models."""

import unittest

from tutorial_scenes import Chase, TutorialCase, WithBuiltInModels


class ChaseWithBuiltInModels(WithBuiltInModels, Chase, TutorialCase):
    pass


if __name__ == "__main__":
    unittest.main()
