// Words about cells: what stands in them, and what a screen reader says.

const templates = new Map();

// A template's words and places in turn: "row {i}" is ["row ", "i", ""].
function turnsOf(template = "") {
  if (!templates.has(template)) templates.set(template, template.split(/\{(\w+)\}/));
  return templates.get(template);
}

function filled(template, values) {
  return turnsOf(template)
    .map((turn, index) => (index % 2 ? isolated(String(values[turn] ?? "")) : turn))
    .join("");
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// What runs from right to left must not change the order of the words around it.
function isolated(text) {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

// A number as its matrix writes it, without what hides it.
function written({ decimals, scale }, value) {
  return shown(value, decimals, scale === "signed");
}

// What a cell shows.
function cellText(model, matrix, row, column) {
  if (isCovered(matrix, row, column)) return coverOf(model, matrix, row, column);
  if (isMasked(model, matrix, row, column)) return model.texts.masked;
  if (model.mode === "change" && isUnmoved(matrix, row, column)) return UNMOVED;
  const grid = gridOf(model, matrix);
  const value = at(grid, row, column);
  if (grid === matrix.values) return writtenAt(matrix, row, column);
  return written({ ...matrix, ...scaleOf(model, matrix) }, value);
}

// The number of now, whatever the cells show.
function valueText(model, matrix, row, column) {
  if (isCovered(matrix, row, column)) return coverOf(model, matrix, row, column);
  if (isMasked(model, matrix, row, column)) return model.texts.masked;
  return writtenAt(matrix, row, column);
}

// The number of now: one that was typed does not become 0 by rounding.
function writtenAt(matrix, row, column) {
  const value = at(matrix.values, row, column);
  if (!isEdited(matrix, row, column)) return written(matrix, value);
  return typedShown(value, matrix.decimals, matrix.scale === "signed");
}

function placesOf(matrix, row, column) {
  return {
    symbol: matrix.symbol,
    row: matrix.rowNames[row],
    column: matrix.columnNames[column],
    i: row + 1,
    j: column + 1,
  };
}

function cellName(model, matrix, row, column) {
  const { texts } = model;
  if (sumKind(matrix, row, column)) return sumName(model, matrix, row, column);
  const places = placesOf(matrix, row, column);
  const heading = filled(matrix.heading || "{row}, {column}", places);
  const covered = isCovered(matrix, row, column);
  const value = covered ? spokenCover(model, matrix, row, column) : valueText(model, matrix, row, column);
  const compared = matrix.before && !covered && !isMasked(model, matrix, row, column);
  const template = isMoved(matrix, row, column) ? "compared_cell" : "unmoved_cell";
  const name = filled(texts[compared ? template : "cell"], {
    ...places,
    heading,
    value,
    ...(compared && comparedTexts(matrix, row, column)),
  });
  return isEdited(matrix, row, column) ? filled(texts.edited_cell, { name }) : name;
}

function spokenCover({ texts }, matrix, row, column) {
  return isUnbuilt(matrix, row, column) ? texts.unbuilt_value : texts.covered_value;
}
