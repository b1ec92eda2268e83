// What Python sent, and questions about it.

const MASKED = -Infinity;

function unpack(data) {
  // The bytes may start anywhere in their buffer, numbers need a multiple of 8: so copy.
  const bytes = data.slice();
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const start = Math.ceil((4 + length) / 8) * 8;
  const array = ({ o, r, c }) => ({
    numbers: new Float64Array(bytes.buffer, start + 8 * o, r * c),
    rows: r,
    columns: c,
  });
  const model = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)), (_, value) =>
    value && value.o !== undefined ? array(value) : value,
  );
  model.byKey = new Map(model.matrices.map((matrix) => [matrix.key, matrix]));
  for (const matrix of model.matrices) {
    matrix.rowNames = namesOf(matrix.rows);
    matrix.columnNames = namesOf(matrix.columns);
    matrix.frames = model.scrub?.frames[matrix.key];
  }
  applyBuild(model);
  model.scrub?.bars.forEach((frames, place) => (model.bars.series[place].frames = frames));
  return model;
}

// A token that occurs more than once carries its position.
function namesOf(labels) {
  const repeated = repeatedIn(labels);
  return labels.map((label, index) =>
    repeated.has(label) ? `${isolated(label)} (${index + 1})` : label,
  );
}

function repeatedIn(labels) {
  const once = new Set();
  return new Set(labels.filter((label) => once.size === once.add(label).size));
}

function at(grid, row, column) {
  return grid.numbers[row * grid.columns + column];
}

function rowOf(grid, row) {
  return Array.from(grid.numbers.subarray(row * grid.columns, (row + 1) * grid.columns));
}

function columnOf(grid, column) {
  return Array.from({ length: grid.rows }, (_, row) => at(grid, row, column));
}

// A cell is masked if its value is, or if it came from a masked one: then its weight is 0.
function isMasked(model, matrix, row, column) {
  if (at(matrix.values, row, column) === MASKED) return true;
  if (matrix.masked) return at(matrix.masked, row, column) === 1;
  const source = matrix.recipe?.kind === "softmax" && model.byKey.get(matrix.recipe.source);
  return Boolean(source) && at(source.values, row, column) === MASKED;
}

function isEdited({ edited }, row, column) {
  return Boolean(edited) && at(edited, row, column) === 1;
}

const COVER = "?";

// Where a number would give away what is to be predicted.
function isCovered(matrix, row, column) {
  const { covered } = matrix;
  return isUnbuilt(matrix, row, column) || (Boolean(covered) && at(covered, row, column) === 1);
}

function coverOf(model, matrix, row, column) {
  return isUnbuilt(matrix, row, column) ? "" : coverSign(model);
}

// What stands in a covered cell: nothing where there is nothing to predict.
function coverSign({ texts }) {
  return texts.cover ?? COVER;
}

// The two matrices a cell was multiplied from, if both are shown.
function factors(model, matrix) {
  if (matrix.recipe?.kind !== "product") return null;
  const left = model.byKey.get(matrix.recipe.left);
  const above = model.byKey.get(matrix.recipe.above);
  return left && above ? { left, above } : null;
}

// Sums stand one place after the last column or row.
function sumKind(matrix, row, column) {
  if (column === matrix.values.columns) return "row";
  return row === matrix.values.rows ? "column" : null;
}

function exists(matrix, row, column) {
  const { rows, columns } = matrix.values;
  if (row < 0 || column < 0) return false;
  if (row < rows && column < columns) return true;
  if (row < rows && column === columns) return Boolean(matrix.row_sums);
  return row === rows && column < columns && Boolean(matrix.column_sums);
}

// A pin speaks of the source; a transposed matrix shows it with row and column exchanged.
function toPin(matrix, row, column) {
  return matrix.transposed
    ? { matrix: matrix.source, row: column, column: row }
    : { matrix: matrix.source, row, column };
}

function pinIn(matrix, pin) {
  if (!pin || pin.matrix !== matrix.source) return null;
  const [row, column] = matrix.transposed ? [pin.column, pin.row] : [pin.row, pin.column];
  const inside = row < matrix.values.rows && column < matrix.values.columns;
  return inside ? { key: matrix.key, row, column } : null;
}

function pinnedCell(model, pin) {
  for (const matrix of model.matrices) {
    const cell = pinIn(matrix, pin);
    if (cell) return cell;
  }
  return null;
}

// Where the cursor rests without a pin: the query's row of the first computed matrix.
function restingCell(model) {
  const matrix = model.matrices.find((one) => one.recipe) ?? model.matrices[0];
  const row = matrix.query_rows ? Math.min(model.query, matrix.values.rows - 1) : 0;
  return { key: matrix.key, row, column: 0 };
}
