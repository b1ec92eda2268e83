"""Raw scores: every query meets every key in one product, QKᵀ."""

from ui import findings
from ui.equation import matrix, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrix import Product
from ui.tables import show_tables

page = open_page("scores")

q = matrix(page, "q", place=(1, 0))
k_t = matrix(page, "k", transposed=True, place=(0, 1))
scores = matrix(page, "scores", place=(1, 1), recipe=Product(q.key, k_t.key), with_row_sums=True)

show_equation(page, [q, k_t, scores], finding=findings.scores(page))
show_reading(page)
show_tables(page, ["q", "k", "scores"])
close_page(page)
