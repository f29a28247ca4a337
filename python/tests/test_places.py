"""Search for environment files, equal to that of the simulator, which tests the same places."""

import os
from unittest import mock

from support import IMPORT, ROOT, BuilderTest

from morse.builder.script import environment_files as places

ASSETS = os.path.join(os.path.dirname(ROOT), "assets", "environments")


class Places(BuilderTest):
    def setUp(self) -> None:
        super().setUp()
        cleared = dict.fromkeys((places.SEARCH_PATH, "MORSE_RESOURCE_PATH", "MORSE_ROOT"), "")
        patch = mock.patch.dict(os.environ, cleared)
        patch.start()
        self.addCleanup(patch.stop)

    def file_of(self, name: str) -> str:
        """Environment file in the document of a scene with this name."""
        return self.describe(f"{IMPORT}r = ATRV()\nenv = Environment({name!r})\n")["environment"]["file"]

    def assert_refused(self, name: str, why: str) -> None:
        with mock.patch("morse.builder.script.report.error") as error, self.assertRaisesRegex(FileNotFoundError, "not found"):
            self.file_of(name)
        self.assertIn(why, error.call_args.args[0])

    def test_the_list_of_embedded_models_matches_the_assets(self) -> None:
        embedded = [
            os.path.relpath(os.path.join(folder, file), ASSETS)[: -len(".glb")]
            for folder, _, files in os.walk(ASSETS)
            for file in files
            if file.endswith(".glb")
        ]
        self.assertEqual(sorted(embedded), list(places.CARRIED))
        for name in ("sandbox", "environments/sandbox", "sandbox.blend", "environments/land-1/trees.glb"):
            self.assertEqual(self.file_of(name), name)

    def test_beside_the_script_with_any_ending(self) -> None:
        for ending in places.ENDINGS:
            self.write("", "yard" + ending)
            self.assertEqual(self.file_of("yard"), "yard")
            os.remove(os.path.join(self.folder, "yard" + ending))
        self.write("", "environments/town/yard.GLB")
        self.assertEqual(self.file_of("town/yard.GLB"), "town/yard.GLB")
        self.assert_refused("town/yard", "with and without environments/")

    def test_as_a_path_from_the_working_directory(self) -> None:
        self.write("", "work/mine.blend")
        self.write("", "elsewhere/yours.glb")
        self.write("", "work/yours")
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(os.path.join(self.folder, "work"))
        for name in ("mine.blend", "mine", "./mine", "../elsewhere/yours.glb", "../elsewhere/yours"):
            self.assertEqual(self.file_of(name), name)
        self.assertEqual(self.file_of(f"{self.folder}/elsewhere/yours"), self.folder + "/elsewhere/yours")
        self.assert_refused("yours", "not found as a path, nor in " + self.folder)
        self.assert_refused("../elsewhere/mine", "not found as a path, nor in " + self.folder)

    def test_in_the_resource_path_and_in_installed_data(self) -> None:
        self.write("", "named/environments/field.obj")
        self.write("", "prefix/share/morse/data/environments/hall.blend")
        with mock.patch.dict(os.environ, MORSE_RESOURCE_PATH=f"/nowhere::{self.folder}/named"):
            self.assertEqual(self.file_of("field"), "field")
            self.assertEqual(self.file_of("../named/environments/field.obj"), "../named/environments/field.obj")
            self.assert_refused("../other/field.obj", "not found as a path, nor in ")
        with mock.patch.dict(os.environ, MORSE_ROOT=self.folder + "/prefix"):
            self.assertEqual(self.file_of("hall"), "hall")
        self.assert_refused("hall", "/usr/share/morse/data")

    def test_the_search_path_of_the_command_has_precedence(self) -> None:
        self.write("", "search/court.stl")
        self.write("", "beside.stl")
        with mock.patch.dict(os.environ, {places.SEARCH_PATH: f"{self.folder}/search:/nowhere"}):
            self.assertEqual(self.file_of("court"), "court")
            self.assert_refused("beside", f"{self.folder}/search, /nowhere")

    def test_a_misspelled_name_gives_a_suggestion(self) -> None:
        self.assert_refused("indoors-1/indor-1", "did you mean 'indoors-1/indoor-1'?")
        self.assert_refused("", "nor in " + self.folder)
