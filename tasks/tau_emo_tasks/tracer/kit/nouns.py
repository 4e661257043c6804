"""What a thing is called, in the forms that a sentence needs."""

_VOWELS = "aeiouAEIOU"
_PLURAL_ENDS = ("s",)
_SINGULAR_ENDS = ("ss", "us", "is")


def noun(blank: str, name: str) -> dict[str, str]:
    """The blanks of a thing: `{item}`, `{a_item}`, `{item_is}`, `{item_it}` and so on.

    Args:
        blank: what the blanks are called.
        name: the thing, without an article: "desk lamp", "running shoes".
    """
    many = name.endswith(_PLURAL_ENDS) and not name.endswith(_SINGULAR_ENDS)
    article = "some" if many else "an" if name[:1] in _VOWELS else "a"
    forms = (
        ("is", "are"),
        ("was", "were"),
        ("has", "have"),
        ("does", "do"),
        ("it", "them"),
        ("one", "ones"),
    )
    return {
        blank: name,
        f"a_{blank}": f"{article} {name}",
        **{f"{blank}_{single}": (plural if many else single) for single, plural in forms},
    }
