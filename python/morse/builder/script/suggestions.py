"""Suggestions for unknown names: the known name that is most similar."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(wrong: str, known: Iterable[str]) -> str | None:
    """The known name most similar to ``wrong``, if one is similar enough; case is ignored."""
    by_folded: dict[str, str] = {}
    for name in known:
        by_folded.setdefault(name.casefold(), name)
    # Imported here because most scenes have no mistakes.
    import difflib

    found = difflib.get_close_matches(wrong.casefold(), by_folded, 1)
    return by_folded[found[0]] if found else None


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """The ending of a message about an unknown name: ``; did you mean 'x'?``, or an empty string."""
    meant = nearest(wrong, known)
    return f"; did you mean {meant!r}?" if meant else ""
