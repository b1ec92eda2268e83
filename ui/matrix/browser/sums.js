// The sums beside the rows and below the columns of a matrix.

const SUM_OF_OTHER_NUMBERS = "\u2013";
const UNMOVED = "=";
const NOT_ONE = "\u22601";
const EXACTLY = 1e-9;

// What stands in a sum's cell. A sum of which one number is covered would tell it; one that a slider
// does not move says nothing beside numbers that it does.
function sumText(model, matrix, kind, index) {
  if (isSumUnbuilt(matrix, kind, index)) return "";
  if (isSumCovered(matrix, kind, index)) return coverSign(model);
  return isSumShown(model, matrix, kind) ? sumValue(model, matrix, kind, index) : SUM_OF_OTHER_NUMBERS;
}

function isSumShown(model, matrix, kind) {
  const followed = model.scrub?.[`${kind}_sums`][matrix.key];
  return !matrix.moving || followed || !showsNow(model, matrix);
}

// Of the numbers that the cells show.
function sumOfShown(model, matrix, kind, index) {
  const sums = showsNow(model, matrix) ? matrix[`${kind}_sums`] : matrix[`${model.mode}_sums`][kind];
  return sums.numbers[index];
}

// A row of weights adds up to 1: "1.00" keeps the column of sums in line.
function sumValue(model, matrix, kind, index) {
  if (isSumUnmoved(model, matrix, kind, index)) return UNMOVED;
  return sumWritten(model, matrix, sumOfShown(model, matrix, kind, index));
}

function isSumUnmoved(model, matrix, kind, index) {
  const isChange = model.mode === "change" && !showsNow(model, matrix);
  return isChange && Math.abs(sumOfShown(model, matrix, kind, index)) < EXACTLY;
}

function sumWritten(model, matrix, value) {
  const { decimals } = matrix;
  return addsToOne(model, matrix) ? plain(value, decimals) : shown(value, decimals, true);
}

// Weights, now or before; their change adds to 0.
function addsToOne(model, matrix) {
  return scaleOf(model, matrix).scale === "weights";
}

function isOne(value) {
  return Math.abs(value - 1) < EXACTLY;
}

// What the numbers add up to as they are shown, if that is not their sum as it is shown.
function roundedSum(model, matrix, kind, index) {
  if (isSumUnmoved(model, matrix, kind, index)) return null;
  const unit = 10 ** matrix.decimals;
  const units = (value) => Math.round(Number(plain(value, matrix.decimals)) * unit);
  const grid = gridOf(model, matrix);
  const numbers = (kind === "row" ? rowOf : columnOf)(grid, index).filter(Number.isFinite);
  const added = numbers.reduce((sum, value) => sum + units(value), 0);
  const total = sumOfShown(model, matrix, kind, index);
  // Powers of ten nobody adds up.
  if (added === units(total) || [...numbers, total].some(isLong)) return null;
  return sumWritten(model, matrix, added / unit);
}

// A row of weights that does not add up to 1: softmax went the wrong way, or came too early.
function isWrong(model, matrix, row) {
  return addsToOne(model, matrix) && !isOne(sumOfShown(model, matrix, "row", row));
}

function goesDownColumns({ scale, row_sums: rows, column_sums: columns }) {
  if (scale !== "weights" || !rows || !columns) return false;
  return columns.numbers.every(isOne) && !rows.numbers.every(isOne);
}

function sumName(model, matrix, row, column) {
  const kind = sumKind(matrix, row, column);
  const index = kind === "row" ? row : column;
  const covered = isSumCovered(matrix, kind, index);
  const hidden = isSumUnbuilt(matrix, kind, index) ? "unbuilt_value" : "covered_value";
  const value = covered
    ? model.texts[hidden]
    : inMode(model, matrix, sumValue(model, matrix, kind, index));
  const name = filled(model.texts[`sum_${kind}`], { ...placesOf(matrix, row, column), value });
  return [name, ...(covered ? [] : sumRemarks(model, matrix, kind, index))].join(" \u00b7 ");
}

function sumRemarks(model, matrix, kind, index) {
  const { texts } = model;
  const adding = roundedSum(model, matrix, kind, index);
  return [
    kind === "row" && isWrong(model, matrix, index) && texts.wrong_sum,
    adding && filled(texts.rounded_sum, { shown: adding }),
  ].filter(Boolean);
}

function isSumCovered(matrix, kind, index) {
  return isSumUnbuilt(matrix, kind, index) || hasOne(matrix.covered, kind, index);
}

function isSumUnbuilt({ unbuilt }, kind, index) {
  return hasOne(unbuilt, kind, index);
}

function hasOne(grid, kind, index) {
  return Boolean(grid) && (kind === "row" ? rowOf : columnOf)(grid, index).includes(1);
}

function patchSum(model, block, row, index) {
  const sums = block.matrix.row_sums;
  if (!sums) {
    row.sum?.remove();
    row.sum = null;
    return;
  }
  row.sum ??= createSum(row.element);
  fillSum(model, block.matrix, row.sum, "row", index);
}

function createSum(parent) {
  const node = element("div", "cell sum", parent);
  node.setAttribute("role", "gridcell");
  node.tabIndex = -1;
  return node;
}

function fillSum(model, matrix, node, kind, index) {
  writeSum(model, matrix, node, kind, index);
  const place = kind === "row" ? [index, matrix.values.columns] : [matrix.values.rows, index];
  setAttribute(node, "aria-label", sumName(model, matrix, ...place));
}

// The sum, and in small what is remarkable about it.
function writeSum(model, matrix, node, kind, index) {
  setText(node, sumText(model, matrix, kind, index));
  const remark = remarkOn(model, matrix, kind, index);
  if ((node.dataset.remark ?? "") === remark) return;
  if (remark) node.dataset.remark = remark;
  else delete node.dataset.remark;
  node.classList.toggle("wrong", remark.startsWith(NOT_ONE));
}

function remarkOn(model, matrix, kind, index) {
  if (isSumCovered(matrix, kind, index) || !isSumShown(model, matrix, kind)) return "";
  const adding = roundedSum(model, matrix, kind, index);
  const wrong = kind === "row" && isWrong(model, matrix, index) && NOT_ONE;
  return [wrong, adding && `*${adding}`].filter(Boolean).join(" ");
}

// What * is, where there is one. Beside a slider its place is kept: lines that come and go would
// make the page jump.
function patchSumNote(model, { note, matrix }) {
  const starred = ["row", "column"].some((kind) => hasStar(model, matrix, kind));
  const kept = starred || model.scrub?.frames[matrix.key];
  const words = kept && hasSums(matrix) ? model.texts.rounded_sums : "";
  setText(note, [matrix.note, words].filter(Boolean).join(" \u00b7 "));
  setStyle(note, "visibility", starred || matrix.note ? "" : "hidden");
}

function hasStar(model, matrix, kind) {
  const sums = matrix[`${kind}_sums`]?.numbers ?? [];
  return Array.from(sums, (_, index) => remarkOn(model, matrix, kind, index)).some((remark) =>
    remark.includes("*"),
  );
}

function hasSums({ row_sums, column_sums }) {
  return Boolean(row_sums || column_sums);
}

function patchColumnSums(model, block) {
  const sums = block.matrix.column_sums;
  if (!sums) {
    block.sums?.element.remove();
    block.sums = null;
    return;
  }
  if (!block.sums) {
    block.sums = createRow(block, 0);
    block.sums.element.classList.add("sums");
    block.sums.element.removeAttribute("aria-rowindex");
    block.sums.title = element("span", "axis", block.sums.element);
    block.sums.title.setAttribute("aria-hidden", "true");
  }
  block.grid.append(block.sums.element);
  const wrong = goesDownColumns(block.matrix);
  const title = wrong ? model.texts.column_sums_wrong : model.texts.column_sums;
  block.sums.element.classList.toggle("wrong", wrong);
  setText(block.sums.name, title);
  setText(block.sums.title, title);
  const built = sums.numbers.some((_, column) => !isSumUnbuilt(block.matrix, "column", column));
  setStyle(block.sums.title, "visibility", built ? "" : "hidden");
  resize(block.sums.cells, sums.numbers.length, () => {
    const node = createSum(block.sums.element);
    block.sums.element.append(block.sums.title);
    return { node, remove: () => node.remove() };
  });
  block.sums.cells.forEach(({ node }, column) =>
    fillSum(model, block.matrix, node, "column", column),
  );
}
