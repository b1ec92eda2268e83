// The strip below the matrices: which cell, and its arithmetic with the real numbers.

// What it takes of a telephone's screen while it lies over the matrices, as the style has it.
const FLOATING = 0.25;

function createStrip(parent, view) {
  const box = element("div", "strip", parent);
  const trail = createTrail(box);
  const top = element("div", "top", box);
  const heading = element("div", "heading", top);
  const edit = createEditButton(top, view);
  const compared = element("div", "compared", box);
  const line = element("div", "line", box);
  const terms = element("div", "terms", line);
  const strip = {
    box,
    trail,
    heading,
    edit,
    compared,
    line,
    terms,
    flow: element("div", "", terms),
    end: element("div", "end", line),
    message: element("div", "message", box),
    notes: element("div", "notes", box),
  };
  strip.message.setAttribute("role", "alert");
  // Before the editor or the cursor keep the key to themselves.
  view.root.addEventListener("keydown", (event) => withdrawMessage(view, event), true);
  strip.line.addEventListener("keydown", (event) => pressOperandKey(view, event));
  letKeysScroll(strip, view);
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
  strip.box.classList.toggle("silent", isSilent(view));
  patchEditButton(view, active);
  strip.heading.replaceChildren(
    ...headingNodes(view, matrix, active).flatMap((node) => [node, " "]),
  );
  const focused = operandsIn(strip).indexOf(view.root.getRootNode().activeElement);
  const nodes = parts.map((part) => partNode(view, part));
  const end = endOf(parts);
  // The cells may show the numbers before the edits; the terms are those of now.
  const marked = model.mode === MODES[0] ? [] : [tag("tag", model.texts.now), " "];
  strip.flow.replaceChildren(...marked, ...nodes.slice(0, end));
  strip.end.replaceChildren(...nodes.slice(end));
  strip.line.hidden = !parts.length;
  nameOperands(view);
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

// Before the first step of a page there is nothing to say, and the matrices need the room.
function isSilent({ model, cursor }) {
  const { build, size, trail, message } = model;
  return size === "presenter" && build?.step === 0 && !message && trail.length <= 1 && !cursor;
}

// Where the page has scrolled so far that it no longer lies over the matrices.
function watchLanding(view) {
  const observer = new IntersectionObserver(() => land(view), {
    rootMargin: `0px 0px ${-100 * FLOATING}% 0px`,
    threshold: [0, 1],
  });
  // The others too: a leap of the page takes the legend from one side of the screen to the other.
  for (const node of [view.box, view.legend, view.strip.box]) observer.observe(node);
}

function land({ legend, strip }) {
  const landed = legend.getBoundingClientRect().bottom < (1 - FLOATING) * innerHeight;
  if (strip.box.classList.contains("landed") === landed) return;
  strip.box.classList.toggle("landed", landed);
  joinResult(strip);
}

// What scrolls and holds nothing to press must itself be reached by the keyboard.
function letKeysScroll({ box, terms, flow, heading, message, notes }, view) {
  const observer = new ResizeObserver(() => {
    for (const node of [box, terms]) {
      const stops = node.scrollHeight > node.clientHeight + 1 && !pressable(node);
      const named = { tabindex: 0, role: "group", "aria-label": view.model?.texts.operands };
      for (const [name, value] of Object.entries(named)) {
        if (stops) setAttribute(node, name, value);
        else node.removeAttribute(name);
      }
    }
  });
  for (const node of [box, terms, flow, heading, message, notes]) observer.observe(node);
}

function pressable(node) {
  return [...node.querySelectorAll("button")].some((button) => !button.hidden);
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
    tag("value", comparedValue(model, matrix, row, column)),
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
    const node = document.createElement("span");
    setToken(node, isolated(String(places[turn] ?? "")));
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
