"""Texts from outside, made fit to be sent and stored."""


def clean(text: str) -> str:
    """The text with every half of a surrogate pair replaced by `?`.

    Such halves are no characters: models emit them by cutting an emoji in two, and neither
    JSON over HTTP nor a UTF-8 file can hold them.
    """
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def printable(text: str) -> str:
    """The text on one line, with what could steer a terminal replaced by a mark."""
    line = " ".join(text.split())
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in line)
