// Bars of the cursor's row, and the overview's arrows into the query token.

function patchBars(view) {
  const { bars } = view.model;
  view.barBox.hidden = !bars;
  if (!bars) return;
  const { rows, columns } = bars.series[0].values;
  const active = activeCell(view);
  const source = view.model.byKey.get(active.key).values;
  const row = source.rows === rows ? Math.min(active.row, rows - 1) : view.model.query;
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
    if (isCovered(series, row, place)) coverBar(model.texts, bar);
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

function coverBar(texts, { node, value, rank, fill }) {
  setText(value, COVER);
  setAttribute(node, "aria-label", texts.covered_value);
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
  bar.fill.className = masked ? "fill masked" : value < 0 ? "fill below" : "fill";
  bar.fill.style.setProperty("--share", masked ? 1 : Math.min(1, Math.abs(value) / limit));
}

// Raw and scaled scores share one scale over all rows, so that scaling is seen as shrinking.
function barLimits(bars, row) {
  bars.largest ??= bars.series.map(({ values }) => largestOf(values.numbers));
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

const ARROWS_UP_TO = 12;
const STEP = 84;

function patchArrows(view) {
  const { arrows, texts } = view.model;
  view.arrowBox.hidden = !arrows;
  if (!arrows) return;
  const weights = Array.from(arrows.weights.numbers);
  const order = weights.map((_, index) => index).sort((a, b) => weights[b] - weights[a]);
  const kept = new Set(order.slice(0, ARROWS_UP_TO).concat(arrows.query));
  const indices = weights.map((_, index) => index).filter((index) => kept.has(index));
  const caption = element("div", "bar-title");
  caption.textContent = arrows.label;
  const picture = arrowPicture(arrows, indices, weights);
  const nodes = [caption, picture];
  if (weights.length > ARROWS_UP_TO) {
    const more = element("div", "notes");
    more.textContent = filled(texts.more_arrows, { shown: ARROWS_UP_TO, total: weights.length });
    nodes.push(more);
  }
  view.arrowBox.replaceChildren(...nodes);
}

function shape(parent, name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
}

function arrowPicture({ tokens, query, label }, indices, weights) {
  const scroller = element("div", "scroller");
  const center = indices.indexOf(query);
  const farthest = Math.max(center, indices.length - 1 - center, 1);
  const floor = 42 + 23 * Math.min(farthest, 5);
  const width = indices.length * STEP;
  const height = floor + 82;
  const svg = shape(scroller, "svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
  });
  const names = namesOf(tokens);
  const name = indices.map((index) => `${names[index]} ${shown(weights[index], 2)}`).join(", ");
  svg.setAttribute("aria-label", `${label}: ${name}`);
  indices.forEach((index, position) => {
    if (position !== center) drawArc(svg, position, center, floor, weights[index], farthest);
  });
  drawSelf(svg, center, floor, weights[query]);
  indices.forEach((index, position) =>
    drawToken(svg, position, floor, names[index], index === query),
  );
  return scroller;
}

// Arcs nest: the farther the token, the higher its arc and the nearer to the middle it lands.
function drawArc(svg, position, center, floor, weight, farthest) {
  const distance = Math.abs(position - center);
  const side = Math.sign(center - position);
  const from = (position + 0.5) * STEP;
  const spread = Math.min(7, 30 / farthest);
  const to = (center + 0.5) * STEP - side * (6 + spread * (farthest - distance));
  const top = floor - 22 - ((30 * 5) / Math.max(farthest, 5)) * distance;
  const thick = 1 + 11 * weight;
  const end = floor - 4 - thick;
  shape(svg, "path", {
    class: "arc",
    d: `M${from} ${floor} C${from} ${top} ${to} ${top} ${to} ${end}`,
    "stroke-width": thick,
  });
  drawHead(svg, to, floor, thick);
  drawWeight(svg, (from + to) / 2, floor + (top - floor) * 0.75, weight);
}

// The tip touches (x, y), from above or, with a negative thickness, from below.
function drawHead(svg, x, y, thick) {
  const half = 3 + Math.abs(thick) * 0.75;
  const base = y - (Math.sign(thick) * 5 + thick);
  shape(svg, "path", { class: "tip", d: `M${x - half} ${base} L${x + half} ${base} L${x} ${y} Z` });
}

function drawSelf(svg, center, floor, weight) {
  const x = (center + 0.5) * STEP;
  const y = floor + 34;
  const thick = 1 + 11 * weight;
  const end = y + 4 + thick;
  shape(svg, "path", {
    class: "arc",
    d: `M${x - 26} ${y} C${x - 34} ${y + 44} ${x + 34} ${y + 44} ${x + 26} ${end}`,
    "stroke-width": thick,
  });
  drawHead(svg, x + 26, y, -thick);
  drawWeight(svg, x, y + 34, weight);
}

function drawWeight(svg, x, y, weight) {
  shape(svg, "rect", { class: "plate", x: x - 19, y: y - 10, width: 38, height: 20, rx: 4 });
  shape(svg, "text", { class: "share", x, y: y + 5 }).textContent = shown(weight, 2);
}

function drawToken(svg, position, floor, name, asking) {
  const x = position * STEP + 4;
  shape(svg, "rect", {
    class: asking ? "token asking" : "token",
    x,
    y: floor,
    width: STEP - 8,
    height: 34,
    rx: 6,
  });
  const text = shape(svg, "text", { class: "word", x: x + STEP / 2 - 4, y: floor + 22 });
  text.textContent = clipped(name);
  shape(text, "title", {}).textContent = name;
}
