// Back to where a number came from: the strip's operands and the crumbs of the trail as buttons.

// Another page builds its view anew; this tells it that the reader came here by such a button.
let followedAt = -Infinity;
const ARRIVES_WITHIN = 5000;

function canFollow({ events }) {
  return events.includes("follow");
}

function operandButton(view, part) {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", operandName(view.model, part));
  button.addEventListener("click", () => {
    const { key, row, column } = part.cell;
    followedAt = performance.now();
    view.send("follow", toPin(view.model.byKey.get(key), row, column));
  });
  return button;
}

// The name holds what is read on the button: the number itself, or what came from it.
function operandName({ byKey, texts }, { text, power, cell, kind }) {
  const matrix = byKey.get(cell.key);
  const plain = kind === "number";
  const name = ["follow", !plain && "term", matrix.source_page && "page"];
  const value = readable(at(matrix.values, cell.row, cell.column), 4);
  return filled(texts[name.filter(Boolean).join("_")], {
    ...placesOf(matrix, cell.row, cell.column),
    text: power ? `${text}^${power}` : text,
    value: plain ? text.replace(/[()]/g, "") : value,
    page: matrix.source_page,
  });
}

function operandsIn({ line }) {
  return [...line.querySelectorAll("button")];
}

// One tab stop for all operands: a long sum has more than a hundred.
function stopAt(buttons, index) {
  buttons.forEach((button, place) => (button.tabIndex = place === index ? 0 : -1));
}

function nameOperands({ model, strip }) {
  const buttons = operandsIn(strip);
  stopAt(buttons, 0);
  if (buttons.length) {
    setAttribute(strip.line, "role", "toolbar");
    setAttribute(strip.line, "aria-label", model.texts.operands);
  } else {
    strip.line.removeAttribute("role");
    strip.line.removeAttribute("aria-label");
  }
}

function pressOperandKey(view, event) {
  const buttons = operandsIn(view.strip);
  const index = buttons.indexOf(event.target);
  if (index < 0 || event.altKey || event.metaKey || event.ctrlKey) return;
  const places = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const wanted = places[event.key];
  if (wanted !== undefined) focusOperand(view, Math.max(0, Math.min(buttons.length - 1, wanted)));
  else if (event.key === "Escape") focusCell(view);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// False if there is none.
function focusOperand({ strip }, index) {
  const buttons = operandsIn(strip);
  if (!buttons.length) return false;
  const place = Math.min(index, buttons.length - 1);
  stopAt(buttons, place);
  buttons[place].focus({ preventScroll: true });
  buttons[place].scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

function focusCell(view) {
  const { key, row, column } = activeCell(view);
  const block = view.blocks.get(key);
  (nodeAt(block, row, column) ?? block.grid).focus({ preventScroll: true });
}

// Whether this data brings the number that was followed.
function hasArrived(view, before) {
  const recent = performance.now() - followedAt < ARRIVES_WITHIN;
  return recent && (!view.seen || !samePin(view.pin, before));
}

// The next step back is then one Enter away.
function arrive(view) {
  followedAt = -Infinity;
  if (!focusOperand(view, 0)) focusCell(view);
  announce(view);
}

function createTrail(parent) {
  const box = element("nav", "trail", parent);
  return { box, list: element("ol", "", box), crumbs: [] };
}

function patchTrail(view) {
  const { model, strip } = view;
  const { box, list, crumbs } = strip.trail;
  const labels = model.events.includes("back") ? model.trail : [];
  const before = list.textContent;
  box.hidden = !labels.length;
  setAttribute(box, "aria-label", model.texts.trail ?? "");
  resize(crumbs, labels.length, (index) => createCrumb(view, list, index));
  crumbs.forEach(({ button, label }, index) => {
    setText(label, labels[index]);
    if (index === labels.length - 1) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  // Where it is a single line, its end is where the reader stands.
  if (list.textContent !== before) list.scrollLeft = list.scrollWidth;
}

function createCrumb(view, list, index) {
  const item = element("li", "", list);
  const button = element("button", "crumb", item);
  button.type = "button";
  button.addEventListener("click", () => {
    followedAt = performance.now();
    view.send("back", { index });
  });
  return { button, label: element("bdi", "", button), remove: () => item.remove() };
}
