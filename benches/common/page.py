"""The page of figures, whose sections are measured and replaced independently."""

_TITLE = """# Performance

Absolute times were measured within one hour on one virtual machine, whose speed varies by a factor of up to 2.5 between hours. Only
ratios, each measured within one run, can be compared."""


def with_sections(page, sections):
    """Replaces the sections with the same headings in a page; new sections are appended.

    `sections` maps headings to texts.
    """
    found = _split(page)
    found.update(sections)
    parts = [_TITLE, *(f"## {heading}\n\n{text.strip()}" for heading, text in found.items())]
    return "\n\n".join(parts) + "\n"


def table(head, rows):
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _split(page):
    sections = {}
    for section in page.split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        sections[heading.strip()] = text
    return sections
