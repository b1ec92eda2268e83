// What lights up: the cell under the cursor, the numbers it came from, the pinned cell.

function createMarks(frame, body) {
  const over = element("div", "over", body);
  const mark = (name, parent) => element("div", `mark ${name}`, parent);
  return {
    lit: mark("lit", frame),
    across: mark("cross", over),
    down: mark("cross", over),
    pin: mark("pin", over),
    cursor: mark("cursor", over),
  };
}

// Operand cells by matrix key: { row } a whole row, { column } a whole column, both one cell.
function operandsOf(model, matrix, row, column) {
  const kind = sumKind(matrix, row, column);
  if (kind) return { [matrix.key]: kind === "row" ? { row } : { column } };
  const { recipe } = matrix;
  if (!recipe) return {};
  const term = termsBuilt(model, matrix, row, column) - 1;
  if (recipe.kind === "product" && term >= 0)
    return { [recipe.left]: { row, column: term }, [recipe.above]: { row: term, column } };
  if (recipe.kind === "product") return { [recipe.left]: { row }, [recipe.above]: { column } };
  if (recipe.kind === "softmax") return { [recipe.source]: recipe.by_column ? { column } : { row } };
  return { [recipe.source]: { row, column } };
}

function applyMarks(view) {
  const { model, blocks } = view;
  const active = activeCell(view);
  const matrix = model.byKey.get(active.key);
  const operands = operandsOf(model, matrix, active.row, active.column);
  for (const block of blocks.values()) {
    markBlock(view, block, block.key === active.key ? active : null, operands[block.key]);
  }
}

function markBlock(view, block, active, operand) {
  const { model, pin } = view;
  const { marks, matrix } = block;
  const lit = operand ? litOf(operand, matrix.values) : restingRow(model, block);
  place(block, marks.lit, operand ? lit : null);
  marks.lit.classList.toggle("veil", Boolean(lit) && !block.numeric);
  place(block, marks.cursor, active && cellRect(active));
  place(
    block,
    marks.across,
    active && !block.numeric ? [active.row, 0, active.row + 1, matrix.values.columns] : null,
  );
  place(
    block,
    marks.down,
    active && !block.numeric ? [0, active.column, matrix.values.rows, active.column + 1] : null,
  );
  const pinned = pinIn(matrix, pin);
  place(block, marks.pin, pinned && cellRect(pinned));
  if (block.numeric) paintCells(block, lit);
  markCurrent(view, block, active, pinned);
  markAxes(view, block, operand);
}

function litOf({ row, column }, { rows, columns }) {
  const [top, bottom] = row === undefined ? [0, rows] : [row, row + 1];
  const [left, right] = column === undefined ? [0, columns] : [column, column + 1];
  return [top, left, bottom, right];
}

// In the overview's matrices the query's row stands out.
function restingRow(model, { matrix }) {
  if (!(model.arrows || model.size === "mini") || !matrix.query_rows) return null;
  return litOf({ row: model.query }, matrix.values);
}

function cellRect({ row, column }) {
  return [row, column, row + 1, column + 1];
}

function place(block, mark, rect) {
  mark.hidden = !rect;
  if (!rect) return;
  const { rowHeight, columnWidth, matrix } = block;
  const beyond = (index, count) => (index > count - 1 ? 8 : 0);
  const [top, left, bottom, right] = rect;
  const x = left * columnWidth + beyond(left, matrix.values.columns);
  const y = top * rowHeight + beyond(top, matrix.values.rows);
  setStyle(mark, "transform", `translate(${x}px, ${y}px)`);
  setStyle(mark, "width", `${(right - left) * columnWidth}px`);
  setStyle(mark, "height", `${(bottom - top) * rowHeight}px`);
}

// Outside of what is lit the fill fades, and in a comparison where nothing moved; the number keeps
// its contrast.
function paintCells({ rows, matrix }, lit) {
  rows.forEach(({ cells }, row) =>
    cells.forEach((cell, column) => {
      const inside =
        !lit || (row >= lit[0] && column >= lit[1] && row < lit[2] && column < lit[3]);
      paint(cell, matrix.before ? cell.unmoved : !inside);
    }),
  );
}

function paint(cell, faded) {
  const fill = cell.fill && (faded ? fade(cell.fill) : cell.fill);
  const look = fill ? css(fill) : "";
  if (cell.look === look) return;
  cell.look = look;
  cell.node.style.backgroundColor = look;
  cell.node.style.color = fill ? inkOn(fill) : "";
}

// Roving focus: the grid's one tab stop is where its cursor was last.
function markCurrent(view, block, active, pinned) {
  const current = active ??
    block.current ??
    pinned ?? { row: block.matrix.query_rows ? view.model.query : 0, column: 0 };
  block.current = exists(block.matrix, current.row, current.column)
    ? current
    : { row: 0, column: 0 };
  const { row, column } = block.current;
  if (!block.numeric) {
    speakCanvasCell(
      view.model,
      block,
      row,
      column,
      pinned?.row === row && pinned.column === column,
    );
    return;
  }
  moveStop(block, "stop", nodeAt(block, row, column), (node, on) => (node.tabIndex = on ? 0 : -1));
  moveStop(block, "chosen", pinned && nodeAt(block, pinned.row, pinned.column), (node, on) => {
    if (on) node.setAttribute("aria-selected", "true");
    else node.removeAttribute("aria-selected");
  });
}

function moveStop(block, name, node, set) {
  if (block[name] === node) return;
  if (block[name]) set(block[name], false);
  if (node) set(node, true);
  block[name] = node;
}

function markAxes(view, block, operand) {
  const query = block.marksQuery ? view.model.query : null;
  if (block.showsRows) markLabels(block.rowLabels, coordinate(view, block, operand, "row"), query);
  if (block.showsColumns)
    markLabels(block.columnLabels, coordinate(view, block, operand, "column"), null);
}

// The row or column to mark beside a block: the cursor's where it has the same labels, else the
// one it was computed from.
function coordinate(view, block, operand, axis) {
  const active = activeCell(view);
  const other = view.blocks.get(active.key);
  const names = `${axis}s`;
  const shared =
    other.place[axis === "row" ? 0 : 1] === block.place[axis === "row" ? 0 : 1] &&
    sameLabels(other.matrix[names], block.matrix[names]);
  return (shared ? active[axis] : operand?.[axis]) ?? null;
}
