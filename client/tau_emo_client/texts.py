"""Texts from outside, made fit to be sent, stored and shown."""

import unicodedata


def clean(text: str) -> str:
    """The text with every half of a surrogate pair replaced by `?`.

    Such halves are no characters: models emit them by cutting an emoji in two, and neither
    JSON over HTTP nor a UTF-8 file can hold them.
    """
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def plain(text: str) -> str:
    """The text on one line, without what controls terminals or turns the direction of writing."""
    kept = (
        character if unicodedata.category(character)[0] != "C" else " " for character in clean(text)
    )
    return " ".join("".join(kept).split()) or "(no name)"
