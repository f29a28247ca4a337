"""Suggestions: the known name most similar to a wrong one."""

from typing import Iterable, Optional


def nearest(wrong: str, known: Iterable[str]) -> Optional[str]:
    """The known name most similar to ``wrong``, if one is similar enough; case is ignored."""
    by_folded = {}
    for name in known:
        by_folded.setdefault(name.casefold(), name)
    # Most scenes have no mistakes.
    import difflib

    found = difflib.get_close_matches(wrong.casefold(), by_folded, 1)
    return by_folded[found[0]] if found else None


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """The ending of a message about an unknown name: ``; did you mean 'x'?``, or nothing."""
    meant = nearest(wrong, known)
    return f"; did you mean {meant!r}?" if meant else ""
