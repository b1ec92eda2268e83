"""The routes through the lesson that the teacher's panel offers."""

from itertools import pairwise

from ui.stages import STAGES
from ui.teacher import ROUTES

LESSON = [stage.key for stage in STAGES]


def test_a_longer_route_has_more_stops_and_leaves_none_of_the_shorter_out():
    for shorter, longer in pairwise(ROUTES.values()):
        assert set(shorter) <= set(longer)
        assert len(shorter) < len(longer)


def test_a_route_walks_in_lesson_order_and_may_end_where_it_began():
    for stops in ROUTES.values():
        assert stops[0] == "overview"
        way = stops[:-1] if stops[-1] == stops[0] else stops
        assert list(way) == [key for key in LESSON if key in way]
