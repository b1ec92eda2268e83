// Bars of the cursor's row.

function patchBars(view) {
  const { bars } = view.model;
  view.barBox.hidden = !bars;
  if (!bars) return;
  view.bars ??= createBars(view.barBox);
  const { rows, columns } = bars.series[0].values;
  const names = view.model.matrices.find(
    ({ values }) => values.rows === rows && values.columns === columns,
  );
  const row = rowShown(view, rows);
  patchBarNames(view.bars, bars, names, row, columnShown(view, columns));
  resize(view.bars.lines, bars.series.length, () => createBarLine(view.bars.table, "rowheader"));
  view.bars.lines.forEach((line, index) => patchBarLine(view, line, bars.series[index], row));
}

// While a slider moves: numbers and bars alone, and only where they are in sight.
function moveBars(view) {
  const { model, bars } = view;
  if (!model.bars) return;
  const row = rowShown(view, model.bars.series[0].values.rows);
  if (!bars.seen) coverBars(view, row);
  const { context } = readySketch(view);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  model.bars.series.forEach((series, index) => {
    sketchLine(view, index, series, row, barLimit(model.bars, series, row));
    showReadouts(view, bars.lines[index], series.readouts, series);
  });
}

// The bars in sight make room for their sketch; those out of sight wait.
function coverBars({ model, barBox, bars }, row) {
  const box = barBox.getBoundingClientRect();
  const inSight = bars.head.cells.map((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return right > box.left && left < box.right;
  });
  bars.seen = [...inSight.keys()].filter((place) => inSight[place]);
  bars.lines.forEach(({ cells }, index) =>
    cells.forEach(({ node }, place) => {
      const still = inSight[place] && isStill(model.bars.series[index], row, place);
      node.classList.toggle("unseen", !still);
    }),
  );
}

function uncoverBars({ bars }) {
  if (!bars?.seen) return;
  Object.assign(bars, { seen: null, sketch: null });
  bars.canvas.hidden = true;
  for (const { cells } of bars.lines) for (const { node } of cells) node.classList.remove("unseen");
}

// The cursor's row where it is one of so many, else the query's.
function rowShown(view, rows) {
  const active = activeCell(view);
  const source = view.model.byKey.get(active.key).values;
  return source.rows === rows ? Math.min(active.row, rows - 1) : view.model.query;
}

function columnShown(view, columns) {
  const active = activeCell(view);
  return view.model.byKey.get(active.key).values.columns === columns ? active.column : -1;
}

function isRowCovered({ series }, row) {
  return series.some((one) => isSumCovered(one, "row", row));
}

function createBars(parent) {
  const title = element("div", "bar-title", parent);
  const table = element("div", "bars", parent);
  table.setAttribute("role", "table");
  scrollByKeys(parent, table, () => title.textContent);
  return { title, table, lines: [], head: createBarLine(table, "cell") };
}

function createBarLine(table, role) {
  const line = element("div", "bar-row", table);
  line.setAttribute("role", "row");
  const label = element("div", "bar-label", line);
  label.setAttribute("role", role);
  const name = element("span", "", label);
  const readouts = element("dl", "readouts", label);
  return { line, label, name, readouts, entries: [], cells: [], remove: () => line.remove() };
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
    setToken(cell.firstChild, clipped(name));
    if (cell.title !== name) cell.title = name;
    cell.classList.toggle("at-cursor", index === column);
  });
}

function patchBarLine(view, line, series, row) {
  const { model } = view;
  const { columns } = series.values;
  const column = columnShown(view, columns);
  setText(line.name, series.label);
  line.line.classList.toggle("signed", series.scale === "signed");
  line.line.classList.toggle("muted", series.muted);
  showReadouts(view, line, series.readouts, series);
  resize(line.cells, columns, () => createBar(line.line));
  const limit = barLimit(model.bars, series, row);
  line.cells.forEach((bar, place) => {
    bar.node.classList.toggle("at-cursor", place === column);
    if (isCovered(series, row, place)) coverBar(model, series, bar, row, place);
    else patchBar(model.texts, bar, series, row, place, limit);
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
  return { node, figure, value, rank, spoken, badge, fill, remove: () => node.remove() };
}

function coverBar(model, series, bar, row, column) {
  setText(bar.value, coverOf(model, series, row, column));
  setAttribute(bar.node, "aria-label", spokenCover(model, series, row, column));
  bar.rank.hidden = true;
  bar.place = null;
  bar.look = bar.fill.className = "fill covered";
}

function patchBar(texts, bar, series, row, column, limit) {
  const value = at(series.values, row, column);
  const rank = series.ranks && at(series.ranks, row, column);
  const masked = value === MASKED || rank === 0;
  bar.node.removeAttribute("aria-label");
  setText(
    bar.value,
    masked ? texts.masked : shown(value, series.decimals, series.scale === "signed"),
  );
  if (bar.place !== rank) patchRank(texts, bar, rank);
  const size = Math.abs(value) / limit;
  const beyond = !masked && size > 1 + 1e-9;
  const look = ["fill", masked && "masked", value < 0 && "below", beyond && "beyond"];
  const className = look.filter(Boolean).join(" ");
  if (bar.look !== className) bar.look = bar.fill.className = className;
  // A background, so that the browser need not lay it out.
  const share = masked ? "" : `100% ${Math.max(2.5, 100 * Math.min(1, size)).toFixed(1)}%`;
  if (bar.share !== share) bar.share = bar.fill.style.backgroundSize = share;
}

function patchRank(texts, bar, rank) {
  bar.place = rank;
  bar.rank.hidden = !rank;
  if (!rank) return;
  bar.rank.classList.toggle("first", rank === 1);
  setText(bar.spoken, filled(texts.rank, { rank }));
  setText(bar.badge, String(rank));
}

// Raw and scaled scores share one scale over all rows, so that scaling is seen as shrinking.
function barLimit(bars, series, row) {
  if (series.limit) return series.limit;
  if (series.scale === "weights") return 1;
  if (series.scale === "positive") return largestOf(rowOf(series.values, row));
  bars.largest ??= Math.max(
    ...bars.series
      .filter(({ scale }) => scale === "signed")
      .map(({ frames, values }) => largestOf((frames ?? values).numbers)),
  );
  return bars.largest;
}

function largestOf(numbers) {
  return (
    numbers.reduce(
      (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
      0,
    ) || 1
  );
}
