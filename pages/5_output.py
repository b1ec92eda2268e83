"""Output: each new vector is the rows of V, added in the shares of A."""

from ui import findings
from ui.equation import matrix, product, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.plots import show_contributions
from ui.tables import show_tables

page = open_page("output")

weights = matrix(page, "weights", place=(1, 0), with_row_sums=True)
v = matrix(page, "v", place=(0, 1))
output = product(page, "output", left=weights, above=v, place=(1, 1))

show_equation(page, [weights, v, output], finding=findings.output(page))
show_contributions(page)
show_reading(page)
show_tables(page, ["weights", "v", "output"])
close_page(page)
