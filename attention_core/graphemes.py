"""Characters as people count them, and which of them are invisible. Unicode Annex 29, in short."""

import unicodedata
from collections.abc import Iterator

Cluster = str
"""What people see as one character: a base with its marks, an emoji with all its parts."""

ZWNJ, ZWJ = "\u200c", "\u200d"
TEXT_STYLE, EMOJI_STYLE, KEYCAP = "\ufe0e", "\ufe0f", "\u20e3"
BLACK_FLAG = "\U0001f3f4"

# Format characters that are drawn (Arabic number signs, end of ayah and the like).
DRAWN_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
# Drawn as nothing although Unicode counts them as letters, marks or symbols.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

HAN_AND_KANA = (
    (0x2E80, 0x2FDF),
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3031, 0x303C),
    (0x3041, 0x312F),
    (0x31A0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),
)
EMOJI = ((0x2600, 0x27BF), (0x1F000, 0x1FAFF))
# Arabic, Syriac, the scripts of India and South-East Asia: joiners change how letters look there.
JOINING_LETTERS = ((0x0600, 0x109F), (0x1780, 0x18AF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC))


def graphemes(text: str) -> Iterator[Cluster]:
    """The characters of a text: every character of it lies in exactly one cluster."""
    start = flags = 0
    for i, char in enumerate(text):
        if i > start and not _continues(text[i - 1], char, flags):
            yield text[start:i]
            start = i
        flags = flags + 1 if _is_flag_half(char) else 0
    if text:
        yield text[start:]


def _continues(before: str, char: str, flags: int) -> bool:
    if char < "\u0300":
        return False
    if before.isspace():
        return False
    if before == ZWJ and _is_emoji(char):
        return True
    if _is_flag_half(char):
        return flags % 2 == 1
    return (
        unicodedata.category(char)[0] == "M"
        or char in (ZWJ, ZWNJ)
        or _is_skin_tone(char)
        or _is_tag(char)
        or char in "\u0e33\u0eb3"
        or _continues_hangul(before, char)
    )


def visible_part(text: str) -> tuple[str, int]:
    """The text without invisible characters, and how many there were."""
    kept: list[str] = []
    for i, char in enumerate(text):
        if not _is_hidden(char) or _matters(char, kept[-1:], text[i + 1 : i + 2]):
            kept.append(char)
    return "".join(kept), len(text) - len(kept)


def _is_hidden(char: str) -> bool:
    if char.isspace():
        return False
    if " " < char < "\x7f":
        return False
    category = unicodedata.category(char)
    if category == "Cf":
        return char not in DRAWN_FORMATS
    return category in ("Cc", "Cs") or char in BLANKS or _is_selector(char)


def _matters(char: str, before: list[str], after: str) -> bool:
    """Whether an invisible character changes how its neighbours look."""
    if not before or before[0].isspace():
        return False
    if char == ZWJ and after and _is_emoji(after):
        return _is_emoji(before[0]) or before[0] == EMOJI_STYLE or _is_skin_tone(before[0])
    if char in (ZWJ, ZWNJ):
        return bool(after) and _in(JOINING_LETTERS, before[0]) and _in(JOINING_LETTERS, after)
    if _is_tag(char):
        return before[0] == BLACK_FLAG or _is_tag(before[0])
    if char in (TEXT_STYLE, EMOJI_STYLE):
        return _is_emoji(before[0]) or after == KEYCAP
    return _is_selector(char) and not _is_selector(before[0])


def is_han(cluster: Cluster) -> bool:
    """Whether this is a Han, Kana or Bopomofo character, which writers do not separate."""
    return _in(HAN_AND_KANA, cluster[0])


def is_picture(cluster: Cluster) -> bool:
    """Whether this is drawn as an emoji, and so stands for itself."""
    return EMOJI_STYLE in cluster or KEYCAP in cluster or _in(EMOJI, cluster[0])


def _is_emoji(char: str) -> bool:
    return char > "\xa8" and (
        _in(EMOJI, char) or char in "‼⁉〰" or unicodedata.category(char) in ("So", "Sm")
    )


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_skin_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_tag(char: str) -> bool:
    return "\U000e0020" <= char <= "\U000e007f"


def _is_selector(char: str) -> bool:
    return (
        "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
        or ("\u180b" <= char <= "\u180f")
    )


def _continues_hangul(before: str, char: str) -> bool:
    leading = "\u1100" <= char <= "\u115f" or "\ua960" <= char <= "\ua97c"
    following = "\u1161" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"
    if leading:
        return "\u1100" <= before <= "\u115f" or "\ua960" <= before <= "\ua97c"
    return following and ("\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7fb")


def _in(ranges: tuple[tuple[int, int], ...], char: str) -> bool:
    code = ord(char)
    return any(low <= code <= high for low, high in ranges)
