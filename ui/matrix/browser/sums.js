// The sums beside the rows and below the columns of a matrix.

const SUM_OF_OTHER_NUMBERS = "\u2013";

// What stands in a sum's cell. A sum of which one number is covered would tell it; one of the
// numbers of now says nothing beside other numbers.
function sumText(model, matrix, kind, index) {
  if (isSumCovered(matrix, kind, index)) return matrix.unbuilt ? "" : coverSign(model);
  const followed = kind === "row" && model.scrub?.row_sums[matrix.key];
  const moved = matrix.moving && !followed;
  if (moved || gridOf(model, matrix) !== matrix.values) return SUM_OF_OTHER_NUMBERS;
  return sumValue(matrix, kind, index);
}

// A row of weights adds up to 1: "1.00" keeps the column of sums in line.
function sumValue(matrix, kind, index) {
  const value = matrix[`${kind}_sums`].numbers[index];
  if (matrix.scale === "weights") return value.toFixed(matrix.decimals);
  return shown(value, matrix.decimals, true);
}

function sumName(model, matrix, row, column) {
  const kind = sumKind(matrix, row, column);
  const index = kind === "row" ? row : column;
  const covered = isSumCovered(matrix, kind, index);
  const { covered_value: hidden, unbuilt_value: blank } = model.texts;
  const value = covered ? (matrix.unbuilt ? blank : hidden) : sumValue(matrix, kind, index);
  return filled(model.texts[`sum_${kind}`], { ...placesOf(matrix, row, column), value });
}

function isSumCovered({ covered, unbuilt }, kind, index) {
  const line = kind === "row" ? rowOf : columnOf;
  return [covered, unbuilt].some((grid) => grid && line(grid, index).includes(1));
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
  setText(node, sumText(model, matrix, kind, index));
  const place = kind === "row" ? [index, matrix.values.columns] : [matrix.values.rows, index];
  setAttribute(node, "aria-label", sumName(model, matrix, ...place));
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
  setText(block.sums.name, model.texts.column_sums);
  setText(block.sums.title, model.texts.column_sums);
  resize(block.sums.cells, sums.numbers.length, () => {
    const node = createSum(block.sums.element);
    block.sums.element.append(block.sums.title);
    return { node, remove: () => node.remove() };
  });
  block.sums.cells.forEach(({ node }, column) =>
    fillSum(model, block.matrix, node, "column", column),
  );
}
