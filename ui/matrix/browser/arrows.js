// The overview's arrows into the query token.

const ARROWS_UP_TO = 12;
// What a token takes of the picture's width, if the longest name and the page allow it.
const STEPS = [60, 84];
const WORD = 14;
// In presenter mode.
const LARGER = 1.5;

function patchArrows(view) {
  const { arrows, texts, size } = view.model;
  view.arrowBox.hidden = !arrows;
  if (!arrows) return;
  const weights = Array.from(arrows.weights.numbers);
  const masked = weights.map((_, index) => arrows.masked?.numbers[index] === 1);
  const total = masked.filter((hidden) => !hidden).length;
  const order = weights
    .map((_, index) => index)
    .sort((a, b) => masked[a] - masked[b] || weights[b] - weights[a]);
  const kept = new Set(order.slice(0, ARROWS_UP_TO).concat(arrows.query));
  const indices = weights.map((_, index) => index).filter((index) => kept.has(index));
  const caption = element("div", "bar-title");
  caption.textContent = arrows.label;
  const zoom = size === "presenter" ? LARGER : 1;
  const step = stepOf(view, indices, view.width / zoom);
  const picture = arrowPicture({ ...arrows, masked, texts }, indices, weights, { step, zoom });
  const more = element("div", "notes");
  more.textContent = [
    indices.length * step * zoom > view.width && texts.scroll_hint,
    total > ARROWS_UP_TO && filled(texts.more_arrows, { shown: ARROWS_UP_TO, total }),
  ]
    .filter(Boolean)
    .join(" \u00b7 ");
  view.arrowBox.replaceChildren(caption, picture, ...(more.textContent ? [more] : []));
}

// Narrower rather than cut off.
function stepOf({ model, measure }, indices, width) {
  const [least, most] = STEPS;
  const words = indices.map((index) => clipped(namesOf(model.arrows.tokens)[index]));
  const widest = Math.max(...words.map((word) => measure(word, WORD, true)));
  const needed = Math.max(least, Math.ceil(widest) + 16);
  return Math.max(Math.min(needed, most), Math.min(most, Math.floor(width / indices.length)));
}

function shape(parent, name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  parent.append(node);
  return node;
}

function arrowPicture({ tokens, query, label, masked, texts }, indices, weights, { step, zoom }) {
  const scroller = element("div", "scroller");
  const center = indices.indexOf(query);
  const farthest = Math.max(center, indices.length - 1 - center, 1);
  const floor = 42 + 23 * Math.min(farthest, 5);
  const width = indices.length * step;
  const height = floor + 102;
  const svg = shape(scroller, "svg", {
    viewBox: `0 0 ${width} ${height}`,
    width: width * zoom,
    height: height * zoom,
    role: "img",
  });
  const names = namesOf(tokens);
  const share = (index) => (masked[index] ? texts.masked : shown(weights[index], 2));
  const name = indices.map((index) => `${isolated(names[index])} ${share(index)}`).join(", ");
  svg.setAttribute("aria-label", `${label}: ${name}`);
  indices.forEach((index, position) => {
    const place = { step, position, center, floor, farthest };
    if (masked[index]) drawMask(svg, place, texts.masked);
    else if (position !== center) drawArc(svg, place, weights[index]);
  });
  if (!masked[query]) drawSelf(svg, (center + 0.5) * step, floor, weights[query]);
  indices.forEach((index, position) =>
    drawToken(svg, { step, position, floor }, names[index], index === query),
  );
  scrollByKeys(scroller, svg, () => label);
  return scroller;
}

// Arcs nest: the farther the token, the higher its arc and the nearer to the middle it lands.
function drawArc(svg, { step, position, center, floor, farthest }, weight) {
  const distance = Math.abs(position - center);
  const side = Math.sign(center - position);
  const from = (position + 0.5) * step;
  const spread = Math.min(7, (step / 2 - 12) / farthest);
  const to = (center + 0.5) * step - side * (6 + spread * (farthest - distance));
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

function drawSelf(svg, x, floor, weight) {
  const y = floor + 34;
  const thick = 1 + 11 * weight;
  const end = y + 4 + thick;
  shape(svg, "path", {
    class: "arc",
    d: `M${x - 26} ${y} C${x - 34} ${y + 44} ${x + 34} ${y + 44} ${x + 26} ${end}`,
    "stroke-width": thick,
  });
  drawHead(svg, x + 26, y, -thick);
  // Below the loop: on a thick one it would leave two stumps.
  drawWeight(svg, x, y + 46 + thick * 0.75, weight);
}

// Nothing is taken, whatever the score: no arrow, and the word instead of a weight.
function drawMask(svg, { step, position, floor }, word) {
  const x = (position + 0.5) * step;
  shape(svg, "text", { class: "no-share", x, y: floor - 8 }).textContent = word;
}

function drawWeight(svg, x, y, weight) {
  shape(svg, "rect", { class: "plate", x: x - 19, y: y - 10, width: 38, height: 20, rx: 4 });
  shape(svg, "text", { class: "share", x, y: y + 5 }).textContent = shown(weight, 2);
}

function drawToken(svg, { step, position, floor }, name, asking) {
  const x = position * step + 4;
  shape(svg, "rect", {
    class: asking ? "token asking" : "token",
    x,
    y: floor,
    width: step - 8,
    height: 34,
    rx: 6,
  });
  const text = shape(svg, "text", { class: "word", x: x + step / 2 - 4, y: floor + 22 });
  setToken(text, clipped(name));
  shape(text, "title", {}).textContent = name;
}
