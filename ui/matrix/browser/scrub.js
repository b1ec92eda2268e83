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
  range.addEventListener("pointerdown", () => hold(view, ["pointerup", "pointercancel"], rest));
  // A key that is let go of may be pressed again at once.
  range.addEventListener("keydown", () => hold(view, ["keyup", "blur"], restLater));
  // Whoever goes elsewhere takes along what was chosen.
  range.addEventListener("blur", () => view.scrub.resting && rest(view));
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

function patchScrub(view) {
  const { model, scrub } = view;
  thaw(view);
  scrub.box.hidden = !model.scrub;
  if (!model.scrub) {
    clearTimeout(scrub.resting);
    Object.assign(scrub, { name: null, resting: null, moving: false, fresh: false });
    setStyle(view.finding, "visibility", "");
    return;
  }
  const { label, texts } = model.scrub;
  setText(scrub.label, label);
  setAttribute(scrub.box, "aria-label", label);
  setAttribute(scrub.less, "aria-label", filled(model.texts.scrub_less, { label }));
  setAttribute(scrub.more, "aria-label", filled(model.texts.scrub_more, { label }));
  setAttribute(scrub.range, "max", texts.length - 1);
  setAttribute(scrub.value, "data-longest", texts.reduce(longer));
  acceptScrub(scrub, model.scrub);
  showScrubValue(view);
  model.scrub.moving = scrub.moving;
  applyFrame(model, scrub.index);
}

function longer(one, other) {
  return other.length > one.length ? other : one;
}

// Python's answer stands, unless the reader has moved on since or it is no matter of Python's.
function acceptScrub(scrub, { name, start, texts, commits }) {
  const other = scrub.name !== name || scrub.count !== texts.length;
  const late = performance.now() - scrub.sentAt > ANSWERS_WITHIN;
  const waiting = scrub.sent !== null && scrub.sent !== start && !late;
  if (!waiting) scrub.sent = null;
  Object.assign(scrub, { name, count: texts.length, fresh: other });
  const answered = commits && !waiting && !scrub.resting && !scrub.held;
  if (other || answered) scrub.index = start;
}

function showScrubValue({ scrub, model, finding }) {
  const { range, value, index } = scrub;
  const { texts, start, frames } = model.scrub;
  if (Number(range.value) !== index) range.value = index;
  setText(value, texts[index]);
  setAttribute(range, "aria-valuetext", texts[index]);
  // The sentence speaks of the weights that Python knows of.
  setStyle(finding, "visibility", index !== start && frames.weights ? "hidden" : "");
}

function moveScrub(view, index) {
  const { scrub, model } = view;
  const wanted = Math.max(0, Math.min(model.scrub.texts.length - 1, index));
  if (wanted === scrub.index) return;
  scrub.index = wanted;
  scrub.moving = model.scrub.moving = true;
  showScrubValue(view);
  // However often the slider reports, one drawing a frame of the display.
  scrub.drawing ??= requestAnimationFrame(() => drawFrame(view));
  restLater(view);
}

function restLater(view) {
  clearTimeout(view.scrub.resting);
  view.scrub.resting = setTimeout(() => rest(view), RESTS_AFTER);
}

// The pointer or a key may be let go of anywhere.
function hold(view, ends, then) {
  if (view.scrub.held) return;
  view.scrub.held = true;
  const letGo = () => {
    for (const end of ends) removeEventListener(end, letGo, true);
    view.scrub.held = false;
    if (view.model.scrub) then(view);
  };
  for (const end of ends) addEventListener(end, letGo, true);
}

// Where it pauses, everything is written out; once it is let go of, Python hears of it.
function rest(view) {
  const { scrub, model } = view;
  clearTimeout(scrub.resting);
  scrub.resting = null;
  settleFrame(view);
  const told = scrub.index === (scrub.sent ?? model.scrub.start);
  if (scrub.held || told || !model.scrub.commits) return;
  scrub.sent = scrub.index;
  scrub.sentAt = performance.now();
  if (model.events.includes("scrub")) view.send("scrub", { index: scrub.index });
}

// The numbers of a frame stand in for those of the view; the start is the view itself.
function applyFrame(model, index) {
  const { frames, row_sums, column_sums, recipes, start } = model.scrub;
  const sums = { row_sums, column_sums };
  for (const [key, grid] of Object.entries(frames)) {
    const matrix = model.byKey.get(key);
    matrix.kept ??= matrix.values;
    matrix.moving = index !== start;
    matrix.values = matrix.moving ? frameOf(grid, index, matrix.kept) : matrix.kept;
    for (const [name, moving] of Object.entries(sums)) {
      // Where there is no room for them, they are gone.
      if (moving[key] && matrix[name]) matrix[name] = frameOf(moving[key], index, matrix[name]);
    }
  }
  for (const [key, recipe] of Object.entries(recipes)) applyRecipe(model.byKey.get(key), recipe, index);
  applyBars(model, index);
}

function applyRecipe(matrix, recipe, index) {
  if (recipe.kind === "added") {
    matrix.added = { row: recipe.row, amount: recipe.amounts[index] };
  } else if (recipe.kind === "scale") {
    Object.assign(matrix.recipe, recipe.steps[index]);
  } else {
    for (const part of ["exponentials", "totals", "shift"])
      matrix.recipe[part] = frameOf(recipe[part], index, matrix.recipe[part]);
  }
}

function applyBars({ bars, scrub }, index) {
  bars?.series.forEach((series, place) => {
    series.kept ??= { values: series.values, ranks: series.ranks };
    for (const [name, grids] of [
      ["values", scrub.bars],
      ["ranks", scrub.ranks],
    ]) {
      if (grids[place]) series[name] = frameOf(grids[place], index, series.kept[name]);
    }
  });
}

function frameOf({ numbers }, index, { rows, columns }) {
  const size = rows * columns;
  return { numbers: numbers.subarray(index * size, (index + 1) * size), rows, columns };
}

// Whether the matrix' arithmetic is not to be had now: its numbers are on their way.
function isBetween({ byKey, scrub }, matrix) {
  if (!scrub) return false;
  const { recipe } = matrix;
  const sources = recipe ? [recipe.source, recipe.left, recipe.above] : [];
  const operandMoves = sources.some((key) => byKey.get(key)?.moving);
  if (recipe?.kind === "product") return Boolean(matrix.moving) !== operandMoves;
  if (!matrix.moving && !operandMoves) return false;
  return scrub.moving || (scrub.commits && !scrub.recipes[matrix.key]);
}

// While it moves, nobody can read the arithmetic or hear the names of hundreds of cells.
function drawFrame(view) {
  const { model, scrub, blocks } = view;
  scrub.drawing = null;
  if (!model.scrub || !scrub.moving) return;
  freeze(view);
  applyFrame(model, scrub.index);
  for (const key of Object.keys(model.scrub.frames)) {
    const block = blocks.get(key);
    if (block.numeric) moveCells(view, block);
    else drawCells(view, block);
  }
  moveStrip(view);
  moveBars(view);
  patchReadouts(view);
}

function settleFrame(view) {
  const { model, scrub, blocks } = view;
  cancelAnimationFrame(scrub.drawing);
  scrub.drawing = null;
  if (!scrub.moving) return;
  scrub.moving = model.scrub.moving = false;
  applyFrame(model, scrub.index);
  thaw(view);
  for (const key of Object.keys(model.scrub.frames)) {
    const block = blocks.get(key);
    if (block.numeric) patchCells(view, block);
    else patchCanvas(view, block);
  }
  showCursor(view);
}

// The numbers of the row that the bars show: entropy, largest weight.
function patchReadouts(view) {
  const { model, scrub } = view;
  const readouts = model.scrub?.readouts ?? [];
  scrub.readouts.hidden = !readouts.length;
  if (readouts.length) showReadouts(view, scrub, readouts);
}

// entries: those that `readouts`, a list of definitions, has already.
function showReadouts(view, { readouts: parent, entries }, readouts, series = null) {
  const { model, scrub } = view;
  resize(entries, readouts.length, () => createReadout(parent));
  entries.forEach(({ box, name, number }, place) => {
    const { label, values, decimals, hides_zero: hides, adds } = readouts[place];
    const row = rowShown(view, values.columns);
    const covered = model.bars && isRowCovered(model.bars, row);
    const value = at(values, values.rows > 1 ? scrub.index : 0, row);
    const hidden = hides && value === 0;
    if (box.hidden !== hidden) box.hidden = hidden;
    setText(name, label);
    const about = adds && !addsUp(rowOf(series.values, row), value, decimals) ? "\u2248\u00a0" : "";
    setText(number, covered ? coverSign(model) : about + shown(value, decimals));
  });
}

// Whether the numbers of a row, as they are written, give their sum as it is written.
function addsUp(numbers, sum, decimals) {
  const terms = numbers.filter(Number.isFinite).map((value) => decimal(shown(value, decimals)));
  return same(sumOf(terms), decimal(shown(sum, decimals)));
}

function createReadout(parent) {
  const box = element("div", "", parent);
  const name = element("dt", "", box);
  return { box, name, number: element("dd", "", box), remove: () => box.remove() };
}
