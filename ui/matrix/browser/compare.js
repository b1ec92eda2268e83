// Now, before the edits, and the change: a switch for what the cells show. The strip and the
// names of the cells always tell all three.

const MODES = ["now", "before", "change"];
// Kept from page to page: the next stage shows the change, too.
let chosenMode = MODES[0];
// The last of the resets that was heard of: a view made ahead may still be from before it.
let lastReset = 0;

function isCompared({ matrices }) {
  return matrices.some(({ before }) => before);
}

function createCompare(parent, view) {
  const box = element("fieldset", "compare", parent);
  const legend = element("legend", "spoken", box);
  const choices = MODES.map((mode) => {
    const label = element("label", "choice", box);
    const input = element("input", "", label);
    Object.assign(input, { type: "radio", name: "compare", value: mode });
    input.addEventListener("change", () => compare(view, mode));
    return { mode, input, word: element("span", "", label) };
  });
  // Arrow keys are also shortcuts of the page.
  box.addEventListener("keydown", (event) => event.stopPropagation());
  return { box, legend, choices };
}

function compare(view, mode) {
  chosenMode = mode;
  patchCompare(view);
  arrangeBlocks(view);
  patchLegend(view);
  showCursor(view);
}

function patchCompare(view) {
  const { model, comparing } = view;
  const { box, legend, choices } = comparing;
  const { texts } = model;
  if (model.resets > lastReset) {
    lastReset = model.resets;
    chosenMode = MODES[0];
  }
  model.mode = isCompared(model) ? chosenMode : MODES[0];
  box.hidden = !isCompared(model);
  setText(legend, texts.compare ?? "");
  for (const choice of choices) {
    setText(choice.word, texts[choice.mode] ?? "");
    choice.input.checked = choice.mode === model.mode;
  }
  patchFinding(view);
}

// The sentence always speaks of now.
function patchFinding({ model, finding }) {
  const { mode, texts } = model;
  const told = mode === MODES[0] || !model.finding;
  const words = { mode: texts[mode], finding: model.finding };
  setText(finding, told ? model.finding : filled(texts.finding_now, words));
}

// The number that a cell shows, in words of the strip.
function comparedValue(model, matrix, row, column) {
  const hidden = isCovered(matrix, row, column) || isMasked(model, matrix, row, column);
  if (hidden || showsNow(model, matrix)) return valueText(model, matrix, row, column);
  const value = at(gridOf(model, matrix), row, column);
  return inMode(model, matrix, written({ ...matrix, ...scaleOf(model, matrix) }, value));
}

// With a word for numbers that are not those of now.
function inMode(model, matrix, value) {
  return showsNow(model, matrix) ? value : `${model.texts[model.mode]} ${value}`;
}

// The numbers in the cells of a matrix.
function gridOf({ mode }, matrix) {
  return (matrix.before && mode !== "now" && matrix[mode]) || matrix.values;
}

function showsNow(model, matrix) {
  return gridOf(model, matrix) === matrix.values;
}

// Now and before share their colours; a change of weights has a sign.
function scaleOf({ mode }, matrix) {
  const { scale, limit } = matrix;
  return matrix.change && mode === "change" && scale === "weights"
    ? { scale: "signed", limit: 1 }
    : { scale, limit };
}

function isMoved({ change }, row, column) {
  return Boolean(change) && Math.abs(at(change, row, column)) > 0;
}

function isUnmoved(matrix, row, column) {
  return Boolean(matrix.change) && !isMoved(matrix, row, column);
}

// As the cells show them.
function comparedTexts(matrix, row, column) {
  return {
    before: written(matrix, at(matrix.before, row, column)),
    now: written(matrix, at(matrix.values, row, column)),
    change: written({ ...matrix, scale: "signed" }, at(matrix.change, row, column)),
  };
}

// With so many digits that before and change add up to now.
function comparedSum(matrix, row, column) {
  const [before, change, now] = [matrix.before, matrix.change, matrix.values].map((grid) =>
    at(grid, row, column),
  );
  const { texts, sum } = addends([before, change], now, matrix.decimals);
  const hasSign = texts[1].startsWith(MINUS) || Number(texts[1]) === 0;
  const signed = hasSign ? texts[1] : `+${texts[1]}`;
  return { before: visible(texts[0], before), change: signed, now: visible(sum, now) };
}

// The strip's line about the active cell. What was before is not known of numbers that a slider
// moves just now.
function patchCompared({ model, strip }, matrix, row, column) {
  const { texts } = model;
  const told =
    matrix.before &&
    !matrix.moving &&
    !sumKind(matrix, row, column) &&
    !isCovered(matrix, row, column) &&
    !isMasked(model, matrix, row, column);
  strip.compared.hidden = !told;
  if (!told) return;
  const template = isMoved(matrix, row, column) ? texts.compared : texts.unmoved;
  strip.compared.replaceChildren(...wordNodes(template, comparedSum(matrix, row, column)));
}
