// The strip below the matrices: which cell, and its arithmetic with the real numbers.

function createStrip(parent, view) {
  const box = element("div", "strip", parent);
  const trail = createTrail(box);
  const top = element("div", "top", box);
  const strip = {
    box,
    trail,
    heading: element("div", "heading", top),
    edit: createEditButton(top, view),
    compared: element("div", "compared", box),
    line: element("div", "line", box),
    message: element("div", "message", box),
    notes: element("div", "notes", box),
  };
  strip.message.setAttribute("role", "alert");
  strip.line.addEventListener("keydown", (event) => pressOperandKey(view, event));
  strip.live = element("div", "spoken", parent);
  strip.live.setAttribute("aria-live", "polite");
  return strip;
}

function patchStrip(view) {
  const { model, strip } = view;
  const active = activeCell(view);
  const matrix = model.byKey.get(active.key);
  patchCompared(view, matrix, active.row, active.column);
  const { parts, notes } = arithmetic(model, matrix, active.row, active.column);
  strip.box.dataset.key = active.key;
  patchEditButton(view, active);
  strip.heading.replaceChildren(
    ...headingNodes(view, matrix, active).flatMap((node) => [node, " "]),
  );
  const focused = operandsIn(strip).indexOf(view.root.getRootNode().activeElement);
  strip.line.replaceChildren(...parts.map((part) => partNode(view, part)));
  strip.line.hidden = !parts.length;
  nameOperands(view);
  // A long line scrolls, and the keyboard must reach it to do so.
  if (parts.length > 40 && !operandsIn(strip).length) strip.line.tabIndex = 0;
  else strip.line.removeAttribute("tabindex");
  if (focused >= 0 && !focusOperand(view, focused)) focusCell(view);
  if (strip.line.textContent.includes("\u2248"))
    notes.push({ template: model.texts.rounded, places: {} });
  strip.notes.replaceChildren(
    ...notes.flatMap(({ template, places }, index) => [
      index ? " \u00b7 " : "",
      ...wordNodes(template, places),
    ]),
  );
}

function headingNodes({ model, pin }, matrix, { row, column }) {
  const symbol = element("b", "symbol");
  symbol.dataset.owner = matrix.owner ?? "";
  setSymbol(symbol, matrix.symbol);
  if (sumKind(matrix, row, column)) return [symbol, sumName(model, matrix, row, column)];
  const places = placesOf(matrix, row, column);
  const words = element("span");
  words.append(...wordNodes(matrix.heading || "{row}, {column}", places));
  const nodes = [
    symbol,
    words,
    tag("value", valueText(model, matrix, row, column)),
    tag("where", filled(model.texts.at, places)),
  ];
  const pinned = pinIn(matrix, pin);
  if (pinned?.row === row && pinned.column === column) nodes.push(tag("tag", model.texts.pinned));
  return nodes;
}

function tag(className, text) {
  const node = element("span", className);
  node.textContent = text;
  return node;
}

// Words of a template; what was filled in cannot change the order of the words around it.
function wordNodes(template, places) {
  return turnsOf(template).map((turn, index) => {
    if (index % 2 === 0) return turn;
    const node = document.createElement("bdi");
    setToken(node, String(places[turn] ?? ""));
    return node;
  });
}

function partNode(view, part) {
  if (part.parts) {
    const group = element("span");
    group.append(...part.parts.map((one) => partNode(view, one)));
    return group;
  }
  // A number that the slider has moved is not the one that another page computes.
  const followed =
    part.cell && canFollow(view.model) && !view.model.byKey.get(part.cell.key).moving;
  const node = followed ? operandButton(view, part) : document.createElement("span");
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
