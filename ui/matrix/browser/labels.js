// Row and column labels. They are drawn apart from the grids, so that they can stay in sight
// while a box scrolls; screen readers get theirs from the grids.

function element(tag, className, parent) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  parent?.append(made);
  return made;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setStyle(node, name, value) {
  if (node.style[name] !== value) node.style[name] = value;
}

function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

// The number of children a list needs, made by `make` or removed from the end.
function resize(list, length, make) {
  while (list.length > length) list.pop().remove();
  while (list.length < length) list.push(make(list.length));
}

function createLabels(parent, axis) {
  const box = element("div", `labels ${axis}`, parent);
  box.setAttribute("aria-hidden", "true");
  const labels = { box, axis, items: [], shown: [] };
  labels.extra = createLabel(labels);
  labels.extra.classList.add("extra");
  return labels;
}

function createLabel({ box }) {
  const label = element("div", "label", box);
  element("bdi", "", label);
  return label;
}

// size: pixels of a cell along the axis; labels that would overlap are left out.
function patchLabels(labels, { names, size, room, turned }) {
  const needed = labels.axis === "column" && !turned && size < 40 ? Math.max(16, room) : 16;
  const step = Math.max(1, Math.ceil(needed / size));
  labels.shown = names.map((_, index) => index).filter((index) => index % step === 0);
  Object.assign(labels, { names, size, step });
  labels.box.classList.toggle("turned", Boolean(turned));
  resize(labels.items, labels.shown.length, () => createLabel(labels));
  labels.items.forEach((item, place) => placeLabel(labels, item, labels.shown[place]));
}

function placeLabel({ names, size, axis, step }, item, index) {
  const thickness = Math.max(size * (step > 1 ? 1 : step), 16);
  const start = index * size + (size - thickness) / 2;
  setStyle(item, axis === "row" ? "top" : "left", `${start}px`);
  setStyle(item, axis === "row" ? "height" : "width", `${thickness}px`);
  const name = names[index];
  const text = item.firstChild;
  setText(text, clipped(name));
  if (item.title !== name) item.title = name;
  const repeated = names.indexOf(name) !== names.lastIndexOf(name) && step === 1;
  if (repeated) item.dataset.position = index + 1;
  else delete item.dataset.position;
}

// The cursor's label is always there, the query's is marked.
function markLabels(labels, cursor, query) {
  labels.items.forEach((item, place) => {
    item.classList.toggle("at-cursor", labels.shown[place] === cursor);
    item.classList.toggle("query", labels.shown[place] === query);
  });
  const hidden = cursor === null || cursor >= labels.names.length || labels.shown.includes(cursor);
  labels.extra.hidden = hidden;
  if (hidden) return;
  placeLabel(labels, labels.extra, cursor);
  labels.extra.classList.add("at-cursor");
}
