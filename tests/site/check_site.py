"""Examines each page of the documentation's site, the page of a run, and that of the scene editor, in a browser with axe-core.

    python3 tests/site/check_site.py SITE AXE

`SITE` is the folder of the site, `AXE` the file axe.min.js; `cargo xtask docs --check` passes both. Each finding of the rules of WCAG 2.1, level AA,
contrast and names of controls among them, is an error. Each page is left by the Tab key alone.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
sys.path.insert(0, str(ROOT / "tests" / "e2e" / "recordings"))

from browser import Browser
from harness import Simulator, free_ports
from test_editor import Editor

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
#: Of the pages with one template, these stand for all.
COMPONENTS = ("sensors.video_camera.VideoCamera", "actuators.waypoint.Waypoint", "robots.atrv.ATRV", "README")
#: Presses of Tab within which the focus must reach three controls.
PRESSES = 8


def pages(site):
    """The pages of the site that are examined."""
    for page in sorted(site.rglob("*.html")):
        name = str(page.relative_to(site))
        if name in ("print.html", "toc.html", "404.html"):
            continue
        if name.startswith("docs/components/") and not name.endswith(tuple(f"/{one}.html" for one in COMPONENTS)):
            continue
        # Written by rustdoc and pdoc with their own themes.
        if name.startswith("api/"):
            continue
        yield name, page


def findings(browser, axe):
    """The findings of axe-core in the open page: rule, how many elements, the first of them."""
    browser.value(axe + "; true")
    text = browser.value(
        "axe.run(document, %s).then((result) => JSON.stringify(result.violations.map((one) => "
        "[one.id, one.nodes.length, one.nodes[0].html, one.nodes[0].failureSummary])))" % json.dumps(RULES)
    )
    return [f"{rule} ({count}): {html[:200]} {summary}" for rule, count, html, summary in json.loads(text)]


def focused(browser):
    """Number of controls that the Tab key reaches from the beginning of the page."""
    reached = set()
    for _ in range(PRESSES):
        for kind in ("rawKeyDown", "keyUp"):
            browser.command("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        reached.add(browser.value("document.activeElement.outerHTML.slice(0, 200)"))
    return len(reached)


def examine(browser, name, axe, problems):
    """Adds the problems of the open page."""
    problems += [f"{name}: {finding}" for finding in findings(browser, axe)]
    count = focused(browser)
    if count < 3:
        problems.append(f"{name}: Tab reaches {count} controls")


def main(site, axe):
    problems, count = [], 0
    axe = Path(axe).read_text()
    with Browser(1280, 900) as browser:
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            for name, page in pages(Path(site).resolve()):
                # Colors of the dark scheme are those of all pages.
                if scheme == "dark" and name not in ("index.html", "docs/first_steps.html", "docs/gallery/robots.html"):
                    continue
                browser.open(page.as_uri())
                browser.wait_for("document.readyState === 'complete' && document.querySelector('main')", name)
                examine(browser, f"{name} ({scheme})", axe, problems)
                count += 1
        browser.prefer("light")
        scene = (ROOT / "examples" / "first_scene.py").read_text().replace("time_sync = True, ", "")
        with Simulator(scene, "--view", "--view-port", str(free_ports(10))) as simulator:
            browser.open(re.search(r"http://\S+", simulator.wait_for("To view: ")).group())
            browser.wait_for("window.morse && !morse.state.loading.value", "the scene")
            examine(browser, "page of a run", axe, problems)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scene.py"
            path.write_text(scene)
            editor = Editor(path)
            browser.open(editor.url)
            browser.wait_for("window.morse && !morse.state.loading.value", "the edited scene")
            examine(browser, "editor without selection", axe, problems)
            browser.value("morse.session.select('robot.pose'); document.querySelector('.tree .menu button').click()")
            browser.wait_for("document.querySelector('.palette .choice') && document.querySelector('.field')", "palette and fields")
            examine(browser, "editor", axe, problems)
            editor.close()
    print(f"{count + 3} pages examined, {len(problems)} findings")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
