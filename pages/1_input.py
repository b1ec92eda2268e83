"""Input: one row of X for each token, d_model numbers wide."""

from ui import findings
from ui.equation import matrix, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.tables import show_tables

page = open_page("input")

show_equation(page, [matrix(page, "x")], layout="sequence", finding=findings.received(page))
show_reading(page)
show_tables(page, ["x"])
close_page(page)
