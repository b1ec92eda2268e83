// A slider through arrays that the core computed in advance. Moving it asks nobody; where it rests,
// Python is told, once.

const RESTS_AFTER = 250;
const ANSWERS_WITHIN = 3000;

function createScrub(parent, view) {
  const box = element("div", "scrub", parent);
  box.setAttribute("role", "group");
  const label = element("label", "", box);
  label.htmlFor = "scrub";
  const less = stepButton(box, "\u2212", () => moveScrub(view, view.scrub.index - 1));
  const range = element("input", "", box);
  Object.assign(range, { type: "range", id: "scrub", step: 1, min: 0 });
  const more = stepButton(box, "+", () => moveScrub(view, view.scrub.index + 1));
  const value = element("output", "", box);
  value.htmlFor = "scrub";
  const readouts = element("dl", "readouts", box);
  range.addEventListener("input", () => moveScrub(view, Number(range.value)));
  range.addEventListener("pointerdown", () => (view.scrub.held = true));
  for (const end of ["pointerup", "pointercancel"])
    range.addEventListener(end, () => letGo(view));
  // Arrow keys are also shortcuts of the page.
  box.addEventListener("keydown", (event) => event.stopPropagation());
  return { box, label, less, range, more, value, readouts, entries: [], index: 0, sent: null };
}

function stepButton(parent, sign, act) {
  const button = element("button", "step-button", parent);
  button.type = "button";
  button.textContent = sign;
  button.addEventListener("click", act);
  return button;
}

function patchScrub({ model, scrub }) {
  scrub.box.hidden = !model.scrub;
  if (!model.scrub) return;
  const { label, texts } = model.scrub;
  setText(scrub.label, label);
  setAttribute(scrub.box, "aria-label", label);
  setAttribute(scrub.less, "aria-label", filled(model.texts.scrub_less, { label }));
  setAttribute(scrub.more, "aria-label", filled(model.texts.scrub_more, { label }));
  setAttribute(scrub.range, "max", texts.length - 1);
  acceptScrub(scrub, model.scrub);
  showScrubValue(scrub, model.scrub);
  applyFrame(model, scrub.index);
}

// Python's answer stands, unless the reader has moved on since.
function acceptScrub(scrub, { name, start, texts }) {
  const other = scrub.name !== name || scrub.index >= texts.length;
  const late = performance.now() - scrub.sentAt > ANSWERS_WITHIN;
  const waiting = scrub.sent !== null && scrub.sent !== start && !late;
  if (!waiting) scrub.sent = null;
  scrub.name = name;
  if (other || !(waiting || scrub.resting || scrub.held)) scrub.index = start;
}

function showScrubValue({ range, value, index }, { texts }) {
  if (Number(range.value) !== index) range.value = index;
  setText(value, texts[index]);
  setAttribute(range, "aria-valuetext", texts[index]);
}

function moveScrub(view, index) {
  const { scrub, model } = view;
  const wanted = Math.max(0, Math.min(model.scrub.texts.length - 1, index));
  if (wanted === scrub.index) return;
  scrub.index = wanted;
  showScrubValue(scrub, model.scrub);
  // However often the slider reports, one drawing a frame of the display.
  scrub.drawing ??= requestAnimationFrame(() => drawFrame(view));
  clearTimeout(scrub.resting);
  scrub.resting = setTimeout(() => rest(view), RESTS_AFTER);
}

function letGo(view) {
  view.scrub.held = false;
  if (view.scrub.resting) rest(view);
}

function rest(view) {
  const { scrub, model } = view;
  clearTimeout(scrub.resting);
  scrub.resting = null;
  if (!model.scrub) return;
  renameCells(view);
  if (scrub.index === (scrub.sent ?? model.scrub.start)) return;
  scrub.sent = scrub.index;
  scrub.sentAt = performance.now();
  if (model.events.includes("scrub")) view.send("scrub", { index: scrub.index });
}

// The numbers of a frame stand in for those of the view; the start is the view itself.
function applyFrame(model, index) {
  const { frames, row_sums: sums, bars, start } = model.scrub;
  for (const [key, grid] of Object.entries(frames)) {
    const matrix = model.byKey.get(key);
    matrix.kept ??= matrix.values;
    matrix.moving = index !== start;
    matrix.values = matrix.moving ? frameOf(grid, index, matrix.kept) : matrix.kept;
    // Where there is no room for them, they are gone.
    if (sums[key] && matrix.row_sums)
      matrix.row_sums = frameOf(sums[key], index, matrix.row_sums);
  }
  bars.forEach((grid, place) => {
    const series = model.bars.series[place];
    series.kept ??= series.values;
    if (grid) series.values = index === start ? series.kept : frameOf(grid, index, series.kept);
  });
}

function frameOf({ numbers }, index, { rows, columns }) {
  const size = rows * columns;
  return { numbers: numbers.subarray(index * size, (index + 1) * size), rows, columns };
}

// What of the matrix' arithmetic was sent with the view holds for its start only.
function isBetween(model, matrix) {
  if (!model.scrub) return false;
  if (matrix.recipe?.kind === "product") return Boolean(matrix.moving) !== operandMoves(model, matrix);
  return Boolean(matrix.moving) || operandMoves(model, matrix);
}

function operandMoves({ byKey }, { recipe }) {
  const sources = recipe ? [recipe.source, recipe.left, recipe.above] : [];
  return sources.some((key) => byKey.get(key)?.moving);
}

function drawFrame(view) {
  const { model, scrub, blocks } = view;
  scrub.drawing = null;
  if (!model.scrub) return;
  applyFrame(model, scrub.index);
  for (const key of Object.keys(model.scrub.frames)) {
    const block = blocks.get(key);
    // While it moves, nobody can hear the names of hundreds of cells.
    if (block.numeric) redrawCells(view, block);
    else patchCanvas(view, block);
  }
  showCursor(view);
}

function redrawCells(view, block) {
  block.rows.forEach((row, index) => {
    row.cells.forEach((cell, column) => showNumber(view.model, block.matrix, cell, index, column));
    patchSum(view.model, block, row, index);
  });
  patchColumnSums(view.model, block);
}

function renameCells({ model, blocks }) {
  for (const key of Object.keys(model.scrub.frames)) {
    const { numeric, rows, matrix } = blocks.get(key);
    if (!numeric) continue;
    rows.forEach(({ cells }, row) =>
      cells.forEach(({ node }, column) =>
        setAttribute(node, "aria-label", cellName(model, matrix, row, column)),
      ),
    );
  }
}

// The numbers of the row that the bars show: entropy, largest weight.
function patchReadouts(view) {
  const { model, scrub } = view;
  const readouts = model.scrub?.readouts ?? [];
  scrub.readouts.hidden = !readouts.length;
  resize(scrub.entries, readouts.length, () => createReadout(scrub.readouts));
  scrub.entries.forEach(({ name, value }, place) => {
    const { label, values, decimals } = readouts[place];
    const row = rowShown(view, values.columns);
    const masked = model.bars && isRowCovered(model.bars, row);
    setText(name, label);
    setText(value, masked ? COVER : shown(at(values, scrub.index, row), decimals));
  });
}

function createReadout(parent) {
  const entry = element("div", "", parent);
  const name = element("dt", "", entry);
  return { name, value: element("dd", "", entry), remove: () => entry.remove() };
}
