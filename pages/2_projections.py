"""Projections: one X, three parameter matrices, three results Q, K and V."""

from ui import findings
from ui.equation import matrix, product, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.tables import show_tables

page = open_page("projections")

x = matrix(page, "x", place=(1, 0))
parameters = [
    matrix(page, name, place=(0, column)) for column, name in enumerate(("w_q", "w_k", "w_v"), 1)
]
results = [
    product(page, name, left=x, above=above, place=(1, above.place[1]))
    for name, above in zip(("q", "k", "v"), parameters, strict=True)
]

show_equation(page, [x, *parameters, *results], finding=findings.projections(page))
show_reading(page)
show_tables(page, ["x", "w_q", "w_k", "w_v", "q", "k", "v"])
close_page(page)
