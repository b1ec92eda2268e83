// Row and column labels. They are drawn apart from the grids, so that they can stay in sight
// while a box scrolls; screen readers get theirs from the grids.

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

// size: pixels of a cell along the axis; room: pixels a label takes there. Labels that would
// overlap are left out.
function patchLabels(labels, { names, size, room, turned, font }) {
  const step = Math.max(1, Math.ceil((size < 20 ? room : 1) / size));
  Object.assign(labels, {
    names,
    size,
    step,
    room,
    repeated: step === 1 ? repeatedIn(names) : new Set(),
  });
  labels.shown = names.map((_, index) => index).filter((index) => index % step === 0);
  labels.box.classList.toggle("turned", Boolean(turned));
  setStyle(labels.box, "fontSize", `${font}px`);
  resize(labels.items, labels.shown.length, () => createLabel(labels));
  labels.items.forEach((item, place) => placeLabel(labels, item, labels.shown[place]));
}

function placeLabel({ names, size, axis, step, room, repeated }, item, index) {
  const thickness = Math.max(size, step > 1 ? room : 16);
  setStyle(item, axis === "row" ? "top" : "left", `${index * size + (size - thickness) / 2}px`);
  setStyle(item, axis === "row" ? "height" : "width", `${thickness}px`);
  const name = names[index];
  setToken(item.firstChild, clipped(name));
  if (item.title !== name) item.title = name;
  if (repeated.has(name)) item.dataset.position = index + 1;
  else delete item.dataset.position;
}

// The cursor's label is always there, the query's is marked.
function markLabels(labels, cursor, query) {
  const { names, size, shown, extra, room, step } = labels;
  const added = cursor !== null && cursor < names.length && !shown.includes(cursor);
  labels.items.forEach((item, place) => {
    const index = shown[place];
    item.classList.toggle("at-cursor", index === cursor);
    item.classList.toggle("query", index === query);
    item.classList.toggle(
      "covered",
      step > 1 && index !== cursor && Math.abs(index - cursor) * size < room,
    );
  });
  extra.hidden = !added;
  if (!added) return;
  placeLabel(labels, extra, cursor);
  extra.classList.add("at-cursor");
  extra.classList.toggle("query", cursor === query);
}

// Labels are written once for matrices that share them: left of a band, above a band, at the start
// of a sequence's line or, where it breaks, of each of its steps.
function setLabelling(block, blocks, equation, line) {
  const [row, column] = block.place;
  const alike = (name) => blocks.filter((one) => sameLabels(one.matrix[name], block.matrix[name]));
  const rowMates = alike("rows").filter((one) =>
    equation ? one.place[0] === row : line || one.step === block.step,
  );
  block.marksQuery = rowMates.some(({ matrix }) => matrix.query_rows);
  block.bandMates = equation ? blocks.filter((one) => one.place[0] === row) : [block];
  block.showsRows = rowMates[0] === block || !rowMates.some((one) => one.place[1] < column);
  // The overview's many small matrices say it once.
  const said =
    block.preset === SIZES.mini &&
    blocks.find(({ matrix }) => matrix.row_title === block.matrix.row_title) !== block;
  block.rowTitle = block.showsRows && !said ? block.matrix.row_title : "";
  // A factor above has a free corner beside it, where its title needs no room of its own; unless
  // the box scrolls and the title has to stay with its labels.
  const corner = column > 0 && !block.bandMates.some((one) => one.place[1] < column);
  block.hangs = Boolean(block.preset.hanging) && corner;
  // So has a factor at the left, for its head.
  const above = equation ? blocks.filter((one) => one.place[0] < row) : [];
  block.rises = above.length > 0 && !above.some((one) => one.place[1] <= column);
  const columnMates = alike("columns").filter((one) => equation && one.place[1] === column);
  // Labels above scroll away in a tall box, so each matrix there has its own.
  block.showsColumns = block.tall || !columnMates.some((one) => one.place[0] < row);
}

function sameLabels(one, other) {
  return one.length === other.length && one.every((label, index) => label === other[index]);
}

function setLabelSizes(block, measure) {
  block.labelWidth = block.showsRows ? rowLabelWidth(block, measure) : 0;
  block.labelHeight = block.showsColumns ? columnLabelHeight(block, measure) : 0;
}

// Side by side, first rows stand on one line.
function alignHeads(blocks) {
  const height = Math.max(...blocks.map(({ labelHeight }) => labelHeight));
  for (const block of blocks) block.labelHeight = height;
}

function rowLabelWidth({ matrix, preset, marksQuery, rowTitle, hangs }, measure) {
  const widths = matrix.rows.map((label) => measure(clipped(label), preset.label, true));
  const index = repeatedIn(matrix.rows).size ? 8 + 6 * String(matrix.rows.length).length : 0;
  const width = Math.ceil(Math.max(12, ...widths)) + index + (marksQuery ? 24 : 10);
  const title = rowTitle && !hangs ? titleWidth(rowTitle, preset.small, measure) : 0;
  return Math.min(preset.most ?? 140, Math.max(width, title));
}

// A title takes two lines, if it has two words; its arrow stays with the last one.
function titleWidth(title, size, measure) {
  const words = brokenTitle(title)
    .split(/[ \u200b]/)
    .map((word) => measure(word, size));
  return Math.ceil(Math.max(measure(title, size) * 0.55 + 28, Math.max(...words) + 1.3 * size + 6));
}

// Chinese has no spaces; its brackets may open a line.
function brokenTitle(title) {
  return title.replace("\uff08", "\u200b\uff08");
}

// Column labels wider than their column are turned.
function columnLabelHeight(block, measure) {
  const { matrix, preset, columnWidth } = block;
  const width = Math.max(...matrix.columns.map((label) => measure(clipped(label), 13)));
  block.room = Math.ceil(width) + 5;
  block.turned = matrix.columns.length > NUMBERS_UP_TO && width > Math.max(columnWidth, 22);
  return block.turned ? Math.min(112, Math.ceil(width) + 10) : preset.label + 9;
}

const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function clipped(label) {
  if (label.length <= LABELS_UP_TO) return label;
  const letters = [...segments.segment(label)].map((part) => part.segment);
  return letters.length > LABELS_UP_TO
    ? letters.slice(0, LABELS_UP_TO - 1).join("") + "\u2026"
    : label;
}
