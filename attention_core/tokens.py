"""Where the tokens come from: a sentence cut at spaces and punctuation, or by character.

Not a tokenizer of a trained model, which would know sub-words; the rules fit on a page on purpose.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal, NamedTuple

from attention_core.errors import AttentionError
from attention_core.graphemes import Cluster, graphemes, is_han, is_picture, visible_part

MOST_TOKENS = 128
MOST_CHARACTERS = 24
MOST_TEXT = 20_000

# Punctuation of sentences separates words; these marks are parts of words and stay.
STAY = frozenset("#%&*/@\\_-§¶‰‱†‡′″‴※＃％＆＊＠／＼＿－٪‐‑֊־׳״")
ALSO_SEPARATE = frozenset("～")
IN_NUMBERS = frozenset(".,:٫٬")
IN_WORDS = frozenset("'’")


class Split(NamedTuple):
    """The tokens of a text and what was done to get them; no tokens is an answer, not an error.

    by: how it was split; cut: tokens left out; shortened: tokens cut in length;
    hidden: invisible characters removed.
    """

    tokens: tuple[str, ...]
    by: Literal["word", "character"]
    cut: int
    shortened: int
    hidden: int


def split_sentence(text: str, by: str = "auto") -> Split:
    """Tokens of a sentence: words, or characters where Chinese is written without spaces.

    by: "auto", "word" or "character". At most 128 tokens of 24 characters, from the first 20 000
    characters. Everything but spaces, sentence punctuation and invisible characters stays as it is.
    Refused: another way of splitting (unknown_split).
    """
    if by not in ("auto", "word", "character"):
        raise AttentionError(
            "unknown_split", f'by is {by!r}, but it is "auto", "word" or "character"', value=by
        )
    visible, hidden = visible_part(text[:MOST_TEXT])
    clusters = list(graphemes(unicodedata.normalize("NFC", visible)))
    chunks = list(_chunks(clusters))
    pieces = chunks
    if by == "character":
        pieces = [[cluster] for chunk in chunks for cluster in chunk]
    elif by == "auto":
        pieces = list(_single_characters(chunks, keep_words=_has_spaced_words(clusters)))
    kept = [_shortened(piece) for piece in pieces[:MOST_TOKENS]]
    return Split(
        tokens=tuple(kept),
        by="character" if by == "character" or len(pieces) > len(chunks) else "word",
        cut=len(pieces) - len(kept) + bool(text[MOST_TEXT:].strip()),
        shortened=sum(
            len(token) < sum(map(len, piece)) for token, piece in zip(kept, pieces, strict=False)
        ),
        hidden=hidden,
    )


def _chunks(clusters: list[Cluster]) -> Iterator[list[Cluster]]:
    """Runs between separators, without those that are punctuation only."""
    chunk: list[Cluster] = []
    for i, cluster in enumerate(clusters):
        if not (cluster[0].isspace() or _separates(clusters, i)):
            chunk.append(cluster)
            continue
        if not _is_punctuation(chunk):
            yield chunk
        chunk = []
    if not _is_punctuation(chunk):
        yield chunk


def _separates(clusters: list[Cluster], i: int) -> bool:
    mark = clusters[i][0]
    if mark in STAY or not (mark in ALSO_SEPARATE or unicodedata.category(mark)[0] == "P"):
        return False
    if not 0 < i < len(clusters) - 1:
        return True
    before, after = clusters[i - 1], clusters[i + 1]
    if mark in IN_NUMBERS:
        return not (before[0].isdecimal() and after[0].isdecimal())
    if mark in IN_WORDS:
        return not (_is_word_part(before) and _is_word_part(after))
    return True


def _single_characters(
    chunks: Iterable[list[Cluster]], keep_words: bool
) -> Iterator[list[Cluster]]:
    """Each emoji by itself; each Han or Kana character too, unless words are kept."""

    def stands_alone(cluster: Cluster) -> bool:
        return is_picture(cluster) or (is_han(cluster) and not keep_words)

    for chunk in chunks:
        for alone, run in groupby(chunk, stands_alone):
            piece = list(run)
            if alone:
                yield from ([cluster] for cluster in piece)
            elif not _is_punctuation(piece):
                yield piece


def _has_spaced_words(clusters: list[Cluster]) -> bool:
    """Whether the writer put spaces between Han or Kana characters, so that these are words."""
    before, gap = "", ""
    for cluster in clusters:
        if cluster[0].isspace():
            gap += cluster
            continue
        # A line break is layout, not a border between words.
        if gap and before and is_han(before) and is_han(cluster) and not _has_line_break(gap):
            return True
        before, gap = cluster, ""
    return False


def _shortened(piece: list[Cluster]) -> str:
    token = "".join(piece)
    if len(token) <= MOST_CHARACTERS:
        return token
    kept = ""
    for cluster in piece:
        if len(kept) + len(cluster) > MOST_CHARACTERS:
            break
        kept += cluster
    return kept or token[:MOST_CHARACTERS]


def _is_punctuation(piece: list[Cluster]) -> bool:
    return all(unicodedata.category(char)[0] == "P" for cluster in piece for char in cluster)


def _is_word_part(cluster: Cluster) -> bool:
    return cluster[0].isalnum() and not is_han(cluster)


def _has_line_break(gap: str) -> bool:
    return len(f".{gap}.".splitlines()) > 1
