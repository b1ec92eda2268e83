"""Own text of every kind gives the right rows, taken literally."""

import time

import pytest

from attention_core import Scenario, split_sentence
from attention_core.graphemes import graphemes

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
HEART_ON_FIRE = "❤\ufe0f\u200d🔥"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PIRATES = "🏴\u200d☠\ufe0f"
KEYCAP = "1\ufe0f\u20e3"

WORDS = {
    "": "",
    " \t\n ": "",
    "word": "word",
    "I love learning languages": "I|love|learning|languages",
    "我 喜欢 学习 语言": "我|喜欢|学习|语言",
    "dog bites dog": "dog|bites|dog",
    "the cat chases the mouse the": "the|cat|chases|the|mouse|the",
    "Hello, world! (Yes?) [no]; {maybe}: ok…": "Hello|world|Yes|no|maybe|ok",
    "“Don’t,” she said — ‘no’ – now": "Don’t|she|said|no|now",
    "didn't well-known rock'n'roll": "didn't|well-known|rock'n'roll",
    "'quoted' dogs' \"both\"": "quoted|dogs|both",
    "3.14 1,000 12:30 -5 1/2 50%": "3.14|1,000|12:30|-5|1/2|50%",
    "It costs 3.14. Or 2,5, or 7: all.": "It|costs|3.14|Or|2,5|or|7|all",
    "!!! ... ?! — “” ，。、《》": "",
    "* - _ # / & @": "",
    "<b>x</b> $x$ **x** =1+1 `x` [link](url)": "<b>x</b>|$x$|**x**|=1+1|`x`|link|url",
    "=1+1": "=1+1",
    "a\tb\nc\r\nd\u00a0e\u3000f\u2009g\u2028h": "a|b|c|d|e|f|g|h",
    "مرحبا، كيف حالك؟ جيد؛ ٣٫١٤": "مرحبا|كيف|حالك|جيد|٣٫١٤",
    "שלום, עולם! צה״ל": "שלום|עולם|צה״ל",
    "नमस्ते दुनिया।": "नमस्ते|दुनिया",
    "한국어 문장입니다.": "한국어|문장입니다",
    "¿Qué tal? ¡Bien!": "Qué|tal|Bien",
    "x_1 C++ C# user@host #tag": "x_1|C++|C#|user@host|#tag",
}

CHARACTERS = {
    "我喜欢学习语言": "我|喜|欢|学|习|语|言",
    "我喜欢学习语言，因为每个新词。": "我|喜|欢|学|习|语|言|因|为|每|个|新|词",
    "“他说‘我’你”": "他|说|我|你",
    "我喜欢 machine learning 和AI": "我|喜|欢|machine|learning|和|AI",
    "第3.14章": "第|3.14|章",
    "春眠不觉晓\n　　处处闻啼鸟": "春|眠|不|觉|晓|处|处|闻|啼|鸟",
    "カタカナとひらがな": "カ|タ|カ|ナ|と|ひ|ら|が|な",
    "卡尔·马克思（德国）～《资本论》": "卡|尔|马|克|思|德|国|资|本|论",
    "😀😃": "😀|😃",
    "你好😀 😃": "你|好|😀|😃",
    "hi😀there": "hi|😀|there",
    f"{FAMILY}👍🏽{HEART_ON_FIRE}": f"{FAMILY}|👍🏽|{HEART_ON_FIRE}",
    "🇨🇳🇺🇸🇫🇷": "🇨🇳|🇺🇸|🇫🇷",
    f"{ENGLAND}{PIRATES}{KEYCAP}#\ufe0f\u20e3": f"{ENGLAND}|{PIRATES}|{KEYCAP}|#\ufe0f\u20e3",
    "𠮷野家": "𠮷|野|家",
}


@pytest.mark.parametrize(("text", "tokens"), WORDS.items())
def test_words_are_split_at_spaces_and_sentence_punctuation(text, tokens):
    split = split_sentence(text)
    assert split.tokens == tuple(filter(None, tokens.split("|")))
    assert split.by == "word"
    assert (split.cut, split.shortened, split.hidden) == (0, 0, 0)


@pytest.mark.parametrize(("text", "tokens"), CHARACTERS.items())
def test_text_without_spaces_is_split_by_character(text, tokens):
    split = split_sentence(text)
    assert split.tokens == tuple(tokens.split("|"))
    assert split.by == "character"
    assert (split.cut, split.shortened, split.hidden) == (0, 0, 0)


def test_the_way_of_splitting_can_be_chosen():
    assert split_sentence("我喜欢学习", by="word").tokens == ("我喜欢学习",)
    assert split_sentence("我喜欢学习", by="word").by == "word"
    assert split_sentence("我 喜欢", by="character").tokens == ("我", "喜", "欢")
    assert split_sentence("ab 👍🏽", by="character").tokens == ("a", "b", "👍🏽")
    assert split_sentence("ab", by="character").by == "character"


def test_spaced_chinese_words_keep_the_latin_letters_in_them():
    assert split_sentence("我 爱you 吗 卡拉OK").tokens == ("我", "爱you", "吗", "卡拉OK")


@pytest.mark.parametrize(
    ("text", "tokens", "hidden"),
    [
        ("\u200b\u200c\u200d\ufeff\u2060", (), 5),
        ("\u202eabc\u202c", ("abc",), 2),
        ("a\u200bb c\u00add", ("ab", "cd"), 2),
        ("a\x00b\x07", ("ab",), 2),
        ("\ufeffI love", ("I", "love"), 1),
        ("a\u200db", ("ab",), 1),
        ("a\ufe0f \ufe0f", ("a",), 2),
        ("می\u200cخواهم", ("می\u200cخواهم",), 0),
        ("क\u094d\u200dष", ("क\u094d\u200dष",), 0),
        ("\ud83dx", ("x",), 1),
        ("\u3164\u115f\u2800", (), 3),
        ("\u2066שלום\u2069", ("שלום",), 2),
        ("👍\u200d", ("👍",), 1),
    ],
)
def test_invisible_characters_are_removed_and_counted(text, tokens, hidden):
    split = split_sentence(text)
    assert (split.tokens, split.hidden) == (tokens, hidden)


def test_two_ways_of_writing_the_same_letter_give_the_same_token():
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert split_sentence(composed).tokens == split_sentence(decomposed).tokens == ("café",)
    assert split_sentence("e\u200b\u0301").tokens == ("é",)


def test_combining_marks_stay_on_their_letter():
    zalgo = "z\u0335\u0321a\u0334\u0322"
    assert split_sentence(zalgo, by="character").tokens == ("z\u0335\u0321", "a\u0334\u0322")


@pytest.mark.parametrize(("count", "cut"), [(1, 0), (127, 0), (128, 0), (129, 1), (5000, 4872)])
def test_at_most_128_tokens_are_kept_and_the_rest_is_counted(count, cut):
    split = split_sentence("ab " * count)
    assert split.tokens == ("ab",) * min(count, 128)
    assert split.cut == cut


@pytest.mark.parametrize(
    ("text", "token", "shortened"),
    [
        ("a" * 24, "a" * 24, 0),
        ("a" * 25, "a" * 24, 1),
        ("a" * 10_000, "a" * 24, 1),
        ("a" * 23 + "e\u0327\u0328", "a" * 23, 1),
        ("x" * 22 + FAMILY, None, 0),
        ("e" + "\u0327\u0328" * 40, None, 1),
    ],
)
def test_long_tokens_are_shortened_to_24_characters_at_a_visible_border(text, token, shortened):
    split = split_sentence(text)
    assert split.shortened == shortened
    assert all(1 <= len(kept) <= 24 for kept in split.tokens)
    if token:
        assert split.tokens == (token,)


def test_a_word_is_never_cut_inside_an_emoji():
    split = split_sentence("x" * 20 + FAMILY, by="word")
    assert split.tokens == ("x" * 20,)
    assert split.shortened == 1


def test_ten_thousand_pasted_characters_are_split_quickly():
    texts = ["我" * 10_000, "word " * 2_000, "🇨🇳" * 5_000, FAMILY * 1_500, ". " * 5_000]
    start = time.perf_counter()
    for text in texts:
        split = split_sentence(text)
        assert len(split.tokens) <= 128
    assert time.perf_counter() - start < 2


def test_beyond_20_000_characters_the_rest_counts_as_at_least_one_token():
    whole = split_sentence("ab " * 100_000)
    assert len(whole.tokens) == 128
    assert whole.cut == 20_000 // 3 + 1 - 128 + 1
    assert split_sentence("a" * 20_001).cut == 1
    assert split_sentence("a" + " " * 30_000).cut == 0


@pytest.mark.parametrize("text", [*WORDS, *CHARACTERS])
def test_every_split_makes_a_scenario(text):
    tokens = split_sentence(text).tokens
    if tokens:
        assert Scenario(tokens).trace().output.shape == (len(tokens), 3)


@pytest.mark.parametrize("text", [*WORDS, *CHARACTERS])
def test_splitting_a_token_again_by_word_changes_nothing(text):
    for token in split_sentence(text, by="word").tokens:
        assert split_sentence(token, by="word").tokens == (token,)


@pytest.mark.parametrize("text", [*WORDS, *CHARACTERS])
def test_clusters_hold_every_character_exactly_once(text):
    assert "".join(graphemes(text)) == text


def test_a_korean_syllable_of_old_letters_is_one_character():
    assert list(graphemes("\u1112\u1161\u11ab\u1100")) == ["\u1112\u1161\u11ab", "\u1100"]
