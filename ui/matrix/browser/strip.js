// The strip below the matrices: which cell, and its arithmetic with the real numbers.

function createStrip(parent) {
  const box = element("div", "strip", parent);
  const strip = { box, heading: element("div", "heading", box), line: element("div", "line", box), notes: element("div", "notes", box) };
  strip.live = element("div", "spoken", parent);
  strip.live.setAttribute("aria-live", "polite");
  return strip;
}

function patchStrip(view) {
  const { model, strip } = view;
  const active = activeCell(view);
  const matrix = model.byKey.get(active.key);
  const { parts, notes } = arithmetic(model, matrix, active.row, active.column);
  strip.box.dataset.key = active.key;
  strip.heading.replaceChildren(...headingNodes(view, matrix, active));
  strip.line.replaceChildren(...parts.map(partNode));
  strip.line.hidden = !parts.length;
  if (parts.some(({ text }) => text === "\u2248")) notes.push({ template: model.texts.rounded, places: {} });
  strip.notes.replaceChildren(...notes.flatMap(({ template, places }, index) =>
    [index ? " \u00b7 " : "", ...wordNodes(template, places)]));
}

function headingNodes({ model, pin }, matrix, { row, column }) {
  const symbol = document.createElement("b");
  symbol.dataset.owner = matrix.owner ?? "";
  setSymbol(symbol, matrix.symbol);
  const places = placesOf(model, matrix, row, column);
  const kind = sumKind(matrix, row, column);
  if (kind) {
    const value = sumText(matrix, matrix[`${kind}_sums`].numbers[kind === "row" ? row : column]);
    return [symbol, ...wordNodes(model.texts[`sum_${kind}`], { ...places, value })];
  }
  const nodes = [symbol, ...wordNodes(matrix.heading || "{row}, {column}", places)];
  nodes.push(Object.assign(document.createElement("span"), { className: "where", textContent: filled(model.texts.at, places) }));
  const pinned = pinIn(matrix, pin);
  if (pinned?.row === row && pinned.column === column) {
    nodes.push(Object.assign(document.createElement("span"), { className: "tag", textContent: model.texts.pinned }));
  }
  return nodes;
}

// Words of a template; what was filled in cannot change the order of the words around it.
function wordNodes(template, places) {
  return partsOf(template, places).map((part) => {
    if (typeof part === "string") return part;
    return Object.assign(document.createElement("bdi"), { textContent: part.text });
  });
}

function partNode(part) {
  const node = document.createElement("span");
  node.className = part.strong ? `${part.kind} strong` : part.kind;
  node.textContent = part.text;
  if (part.owner) node.dataset.owner = part.owner;
  if (part.cell) Object.assign(node.dataset, part.cell);
  if (part.power) {
    // Read aloud and copied as e^(−0.71).
    element("span", "spoken", node).textContent = "^";
    element("sup", "", node).textContent = part.power;
  }
  return node;
}

function announce(view) {
  const { strip } = view;
  const text = [strip.heading, strip.line, strip.notes].map((node) => node.innerText).join(". ");
  setText(strip.live, text);
}
