"""Colours and patterns of plots: told apart by pattern and letter as well, never by hue alone."""

# Eight keys at most stand in one stack. Light fills, so that dark labels keep 4.5:1 on each.
SEGMENTS = (
    "#F6C6A3",
    "#A9D5CF",
    "#CDB9E0",
    "#F3DE8A",
    "#B7CCE8",
    "#F2B8C6",
    "#C8DDA4",
    "#D6D0C8",
)
PATTERNS = ("", "/", ".", "x", "\\", "-", "|", "+")
ON_SEGMENT = "#1A1A1A"
PATTERN_INK = "#8A8A8A"
# Signed bars outside of a stack, as in the matrices; a share of the whole has no sign.
POSITIVE = "#92C5DE"
NEGATIVE = "#F4A582"
SHARE = "#B8BEC8"
# A line across segments: 3:1 on each of them and on both themes' backgrounds.
MARK = "#C4005F"
