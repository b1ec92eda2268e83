// Bars of the cursor's row, and the overview's arrows into the query token.

function patchBars(view) {
  const { bars } = view.model;
  view.barBox.hidden = !bars;
  if (!bars) return;
  const { rows, columns } = bars.series[0].values;
  const owner = view.model.matrices.find(({ values }) => values.rows === rows && values.columns === columns);
  const active = activeCell(view);
  const source = view.model.byKey.get(active.key);
  const row = source.values.rows === rows ? Math.min(active.row, rows - 1) : view.model.query;
  const column = source.values.columns === columns ? active.column : -1;
  const look = `${row} ${column}`;
  if (view.barLook === look) return;
  view.barLook = look;
  view.barBox.replaceChildren(barTitle(bars, owner, row), barTable(view.model, bars, owner, row, column));
}

function barTitle({ title }, owner, row) {
  const node = element("div", "bar-title");
  element("bdi", "", node).textContent = owner ? nameOf(owner.rows, row) : row + 1;
  if (title) node.append(` \u00b7 ${title}`);
  return node;
}

function barTable(model, bars, owner, row, column) {
  const table = element("div", "bars");
  table.setAttribute("role", "table");
  table.setAttribute("aria-label", bars.title);
  const { columns } = bars.series[0].values;
  table.style.setProperty("--columns", columns);
  const head = barRow(table, "");
  for (let index = 0; index < columns; index++) {
    const name = barCell(head, "columnheader", index === column ? "bar-name at-cursor" : "bar-name");
    const label = owner ? nameOf(owner.columns, index) : String(index + 1);
    Object.assign(element("bdi", "", name), { textContent: clipped(label), title: label });
  }
  const limits = barLimits(bars, row);
  bars.series.forEach((series, place) => {
    const line = barRow(table, series.label);
    for (let index = 0; index < columns; index++) {
      const cell = barCell(line, "cell", index === column ? "bar at-cursor" : "bar");
      drawBar(model, cell, series, at(series.values, row, index), limits[place], bars.ranks && at(bars.ranks, row, index));
    }
  });
  return table;
}

function barRow(table, label) {
  const row = element("div", "bar-row", table);
  row.setAttribute("role", "row");
  const head = barCell(row, label ? "rowheader" : "cell", "bar-label");
  head.textContent = label;
  return row;
}

function barCell(row, role, className) {
  const cell = element("div", className, row);
  cell.setAttribute("role", role);
  return cell;
}

// Raw and scaled scores share one scale over all rows, so that scaling is seen as shrinking.
function barLimits({ series }, row) {
  const largest = (numbers) => numbers.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0) || 1;
  const signed = Math.max(...series.map((one) => (one.scale === "signed" ? largest(one.values.numbers) : 0)));
  return series.map((one) => {
    if (one.limit) return one.limit;
    if (one.scale === "weights") return 1;
    return one.scale === "signed" ? signed : largest(rowOf(one.values, row));
  });
}

function drawBar({ texts }, cell, series, value, limit, rank) {
  const signed = series.scale === "signed";
  cell.classList.toggle("signed", signed);
  const masked = value === MASKED || rank === 0;
  const fill = element("span", masked ? "fill masked" : value < 0 ? "fill below" : "fill", cell);
  const share = masked ? 1 : Math.min(1, Math.abs(value) / limit);
  fill.style.setProperty("--share", share);
  element("span", "bar-value", cell).textContent = masked ? texts.masked : shown(value, series.decimals, signed);
  if (!rank) return;
  const badge = element("span", "rank", cell);
  element("span", "spoken", badge).textContent = filled(texts.rank, { rank });
  Object.assign(element("span", "", badge), { textContent: rank }).setAttribute("aria-hidden", "true");
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
  const floor = 46 + 30 * Math.min(farthest, 5);
  const width = indices.length * STEP;
  const height = floor + 76;
  const svg = shape(scroller, "svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  const name = indices.map((index) => `${nameOf(tokens, index)} ${shown(weights[index], 2)}`).join(", ");
  svg.setAttribute("aria-label", `${label}: ${name}`);
  indices.forEach((index, position) => {
    if (position !== center) drawArc(svg, position, center, floor, weights[index], farthest);
  });
  drawSelf(svg, center, floor, weights[query]);
  indices.forEach((index, position) => drawToken(svg, position, floor, tokens, index, index === query));
  return scroller;
}

// Arcs nest: the farther the token, the higher its arc and the nearer to the middle it lands.
function drawArc(svg, position, center, floor, weight, farthest) {
  const distance = Math.abs(position - center);
  const side = Math.sign(center - position);
  const from = (position + 0.5) * STEP;
  const spread = Math.min(7, 30 / farthest);
  const to = (center + 0.5) * STEP - side * (6 + spread * (farthest - distance));
  const top = floor - 22 - (30 * 5 / Math.max(farthest, 5)) * distance;
  const thick = 1 + 11 * weight;
  const end = floor - 4 - thick;
  shape(svg, "path", { class: "arc", d: `M${from} ${floor} C${from} ${top} ${to} ${top} ${to} ${end}`, "stroke-width": thick });
  drawHead(svg, to, floor, thick);
  drawWeight(svg, (from + to) / 2, floor + (top - floor) * 0.75, weight);
}

function drawHead(svg, x, y, thick) {
  const half = 3 + thick * 0.75;
  shape(svg, "path", { class: "head", d: `M${x - half} ${y - 5 - thick} L${x + half} ${y - 5 - thick} L${x} ${y} Z` });
}

function drawSelf(svg, center, floor, weight) {
  const x = (center + 0.5) * STEP;
  const y = floor + 34;
  const thick = 1 + 11 * weight;
  shape(svg, "path", { class: "arc", d: `M${x - 18} ${y} C${x - 26} ${y + 30} ${x + 26} ${y + 30} ${x + 18} ${y + 4}`, "stroke-width": thick });
  drawWeight(svg, x, y + 28, weight);
}

function drawWeight(svg, x, y, weight) {
  shape(svg, "rect", { class: "plate", x: x - 19, y: y - 10, width: 38, height: 20, rx: 4 });
  shape(svg, "text", { class: "share", x, y: y + 5 }).textContent = shown(weight, 2);
}

function drawToken(svg, position, floor, tokens, index, asking) {
  const x = position * STEP + 4;
  shape(svg, "rect", { class: asking ? "token asking" : "token", x, y: floor, width: STEP - 8, height: 34, rx: 6 });
  const text = shape(svg, "text", { class: "word", x: x + STEP / 2 - 4, y: floor + 22 });
  text.textContent = clipped(tokens[index]);
  shape(svg, "title", {}).textContent = nameOf(tokens, index);
}
