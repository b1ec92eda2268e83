// Bars of the cursor's row.

function patchBars(view) {
  const { bars } = view.model;
  view.barBox.hidden = !bars;
  if (!bars) return;
  const { rows, columns } = bars.series[0].values;
  const active = activeCell(view);
  const source = view.model.byKey.get(active.key).values;
  const row = rowShown(view, rows);
  const column = source.columns === columns ? active.column : -1;
  view.bars ??= createBars(view.barBox);
  const names = view.model.matrices.find(
    ({ values }) => values.rows === rows && values.columns === columns,
  );
  patchBarNames(view.bars, bars, names, row, column);
  const limits = barLimits(bars, row);
  resize(view.bars.lines, bars.series.length, () => createBarLine(view.bars.table, "rowheader"));
  view.bars.lines.forEach((line, index) =>
    patchBarLine(view.model, line, bars, index, { row, column, limit: limits[index] }),
  );
}

// The cursor's row where it is one of so many, else the query's.
function rowShown(view, rows) {
  const active = activeCell(view);
  const source = view.model.byKey.get(active.key).values;
  return source.rows === rows ? Math.min(active.row, rows - 1) : view.model.query;
}

function isRowCovered({ series }, row) {
  return series.some((one) => isSumCovered(one, "row", row));
}

function createBars(parent) {
  const title = element("div", "bar-title", parent);
  const table = element("div", "bars", parent);
  table.setAttribute("role", "table");
  return { title, table, lines: [], head: createBarLine(table, "cell") };
}

function createBarLine(table, role) {
  const line = element("div", "bar-row", table);
  line.setAttribute("role", "row");
  const label = element("div", "bar-label", line);
  label.setAttribute("role", role);
  return { line, label, cells: [], remove: () => line.remove() };
}

function patchBarNames({ title, table, head }, bars, names, row, column) {
  title.replaceChildren(
    ...wordNodes("{row}", { row: names?.rowNames[row] ?? row + 1 }),
    bars.title && ` \u00b7 ${bars.title}`,
  );
  setAttribute(table, "aria-label", bars.title);
  const { columns } = bars.series[0].values;
  table.style.setProperty("--columns", columns);
  resize(head.cells, columns, () => {
    const cell = element("div", "bar-name", head.line);
    cell.setAttribute("role", "columnheader");
    cell.append(document.createElement("bdi"));
    return cell;
  });
  head.cells.forEach((cell, index) => {
    const name = names?.columnNames[index] ?? String(index + 1);
    setText(cell.firstChild, clipped(name));
    if (cell.title !== name) cell.title = name;
    cell.classList.toggle("at-cursor", index === column);
  });
}

function patchBarLine(model, { line, label, cells }, bars, index, { row, column, limit }) {
  const series = bars.series[index];
  setText(label, series.label);
  line.classList.toggle("signed", series.scale === "signed");
  resize(cells, series.values.columns, () => createBar(line));
  cells.forEach((bar, place) => {
    bar.node.classList.toggle("at-cursor", place === column);
    if (isCovered(series, row, place)) coverBar(model, series, bar, row, place);
    else
      patchBar(
        model.texts,
        bar,
        series,
        at(series.values, row, place),
        limit,
        bars.ranks && at(bars.ranks, row, place),
      );
  });
}

function createBar(line) {
  const node = element("div", "bar", line);
  node.setAttribute("role", "cell");
  const figure = element("div", "figure", node);
  const value = element("span", "", figure);
  const rank = element("span", "rank", figure);
  const spoken = element("span", "spoken", rank);
  const badge = element("span", "", rank);
  badge.setAttribute("aria-hidden", "true");
  const fill = element("span", "fill", element("div", "track", node));
  return { node, value, rank, spoken, badge, fill, remove: () => node.remove() };
}

function coverBar(model, series, { node, value, rank, fill }, row, column) {
  setText(value, coverOf(model, series, row, column));
  setAttribute(node, "aria-label", spokenCover(model, series, row, column));
  rank.hidden = true;
  fill.className = "fill covered";
}

function patchBar(texts, bar, series, value, limit, rank) {
  const masked = value === MASKED || rank === 0;
  bar.node.removeAttribute("aria-label");
  setText(
    bar.value,
    masked ? texts.masked : shown(value, series.decimals, series.scale === "signed"),
  );
  bar.rank.hidden = !rank;
  if (rank) {
    bar.rank.classList.toggle("first", rank === 1);
    setText(bar.spoken, filled(texts.rank, { rank }));
    setText(bar.badge, String(rank));
  }
  const look = masked ? "fill masked" : value < 0 ? "fill below" : "fill";
  if (bar.fill.className !== look) bar.fill.className = look;
  bar.fill.style.setProperty("--share", masked ? 1 : Math.min(1, Math.abs(value) / limit));
}

// Raw and scaled scores share one scale over all rows, so that scaling is seen as shrinking.
function barLimits(bars, row) {
  bars.largest ??= bars.series.map(({ frames, values }) => largestOf((frames ?? values).numbers));
  const signed = Math.max(
    ...bars.series.map((one, index) => (one.scale === "signed" ? bars.largest[index] : 0)),
  );
  return bars.series.map((one) => {
    if (one.limit) return one.limit;
    if (one.scale === "weights") return 1;
    return one.scale === "signed" ? signed : largestOf(rowOf(one.values, row));
  });
}

function largestOf(numbers) {
  return (
    numbers.reduce(
      (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
      0,
    ) || 1
  );
}
