// One matrix: title, labels, and a grid of cells or a canvas. Built once, then patched.

function createBlock(key) {
  const head = element("div", "head");
  const block = { key, head, rows: [], sideSums: [], numeric: null };
  block.title = element("div", "title", head);
  block.symbol = element("span", "symbol", block.title);
  block.shape = element("span", "shape", block.title);
  block.columnAxis = element("span", "axis", block.title);
  block.sumTitle = element("span", "axis sum-title", head);
  block.columnLabels = createLabels(head, "column");
  block.rowAxis = element("div", "axis row-axis");
  block.rowLabels = createLabels(null, "row");
  block.body = element("div", "body");
  block.grid = element("div", "grid", block.body);
  block.grid.setAttribute("role", "grid");
  block.body.dataset.key = key;
  block.frame = element("div", "frame", block.body);
  block.marks = createMarks(block.frame, block.body);
  block.side = element("div", "side", block.body);
  block.note = element("div", "note");
  block.parts = [block.head, block.rowAxis, block.rowLabels.box, block.body, block.note];
  return block;
}

function patchBlock(view, block, layout) {
  const { matrix } = layout;
  if (block.numeric !== layout.numeric) clearGrid(block);
  Object.assign(block, layout);
  patchTitles(view.model, block);
  setStyle(block.body, "font-size", `${layout.font ?? 13}px`);
  block.body.style.setProperty("--width", `${layout.columnWidth}px`);
  block.body.style.setProperty("--sum", `${layout.sumWidth}px`);
  block.body.style.setProperty("--height", `${layout.rowHeight}px`);
  block.body.style.setProperty("--count", matrix.columns.length + (matrix.row_sums ? 1 : 0));
  block.grid.setAttribute(
    "aria-label",
    filled(view.model.texts.name, {
      symbol: matrix.symbol,
      rows: matrix.rows.length,
      columns: matrix.columns.length,
    }),
  );
  setStyle(block.frame, "width", `${matrix.columns.length * layout.columnWidth + 2 * FRAME}px`);
  setStyle(block.frame, "height", `${matrix.rows.length * layout.rowHeight + 2 * FRAME}px`);
  if (layout.numeric) patchCells(view, block);
  else patchCanvas(view, block);
}

function clearGrid(block) {
  block.grid.replaceChildren();
  resize(block.sideSums, 0);
  block.body.style.paddingRight = "";
  Object.assign(block, {
    rows: [],
    sums: null,
    stop: null,
    chosen: null,
    header: null,
    canvas: null,
    spoken: null,
    signature: null,
  });
}

function patchTitles({ texts, query }, block) {
  const { matrix } = block;
  for (const part of block.parts) part.dataset.owner = matrix.owner ?? "";
  setSymbol(block.symbol, matrix.symbol);
  setText(block.shape, `${matrix.rows.length}\u00d7${matrix.columns.length}`);
  setText(block.columnAxis, block.columnTitle && `${block.columnTitle}\u00a0\u2192`);
  setText(block.rowAxis, block.rowTitle && `${brokenTitle(block.rowTitle)}\u00a0\u2193`);
  setText(block.note, matrix.note);
  setText(block.sumTitle, matrix.row_sums ? texts.row_sums : "");
  setStyle(block.sumTitle, "left", `${matrix.columns.length * block.columnWidth + 14}px`);
  setStyle(block.sumTitle, "minWidth", `${block.sumWidth - 10}px`);
  // Where no labels stand between them, a long title would run into the heading of the sums.
  const narrow = Boolean(matrix.row_sums) && !block.showsColumns;
  block.title.toggleAttribute("data-narrow", narrow);
  setStyle(block.title, "maxWidth", narrow ? `${matrix.columns.length * block.columnWidth + 6}px` : "");
  patchRowLabels(block);
  block.columnLabels.box.hidden = !block.showsColumns;
  setStyle(block.columnLabels.box, "height", `${block.labelHeight}px`);
  if (block.showsColumns) {
    patchLabels(block.columnLabels, {
      names: matrix.columns,
      size: block.columnWidth,
      room: block.turned ? 16 : block.room,
      turned: block.turned,
      font: block.turned ? 13 : block.labelFont,
    });
  }
}

function patchRowLabels(block) {
  const { matrix, bandMates, place } = block;
  const box = block.rowLabels.box;
  const before = bandMates.filter((one) => one.place[1] <= place[1]);
  const labels = Math.max(...before.map(({ labelWidth }) => labelWidth));
  for (const part of [block.head, block.body, block.note])
    part.style.setProperty("--labels", `${labels}px`);
  box.hidden = !block.showsRows;
  block.rowAxis.classList.toggle("hanging", block.hangs);
  for (const part of [block.head, block.rowAxis]) part.classList.toggle("rises", block.rises);
  setStyle(block.rowAxis, block.hangs ? "marginLeft" : "width", `${block.labelWidth}px`);
  setStyle(block.rowAxis, block.hangs ? "width" : "marginLeft", "");
  if (!block.showsRows) return;
  setStyle(box, "width", `${block.labelWidth}px`);
  setStyle(box, "height", `${matrix.rows.length * block.rowHeight + 2 * FRAME}px`);
  patchLabels(block.rowLabels, {
    names: matrix.rows,
    size: block.rowHeight,
    room: 16,
    font: block.rowHeight < 16 ? 13 : block.preset.label,
  });
}

// "W_Q" with a lowered Q.
function setSymbol(node, symbol) {
  if (node.dataset.symbol === symbol) return;
  node.dataset.symbol = symbol;
  const [base, ...lowered] = symbol.split("_");
  node.replaceChildren(base);
  if (lowered.length) element("sub", "", node).textContent = lowered.join("_");
}

function patchCells(view, block) {
  const { matrix, grid } = block;
  const { rows, columns } = matrix.values;
  const labels = [
    matrix.rows,
    matrix.columns,
    matrix.heading,
    matrix.symbol,
    view.model.language,
  ].join("\n");
  const renamed = block.signature !== labels;
  block.signature = labels;
  patchHeader(block, matrix);
  resize(block.rows, rows, (index) => createRow(block, index));
  block.rows.forEach((row, index) => {
    setToken(row.name, matrix.rowNames[index]);
    resize(row.cells, columns, (column) => createCell(row, column));
    row.cells.forEach((cell, column) => patchCell(view, block, cell, index, column, renamed));
    patchSum(view.model, block, row, index);
  });
  patchColumnSums(view.model, block);
  patchSumNote(view.model, block);
  grid.removeAttribute("tabindex");
  grid.removeAttribute("aria-activedescendant");
  grid.removeAttribute("aria-rowcount");
  grid.removeAttribute("aria-colcount");
}

function createRow(block, index) {
  const row = element("div", "row", block.grid);
  row.setAttribute("role", "row");
  row.setAttribute("aria-rowindex", index + 1);
  const name = element("span", "spoken", row);
  name.setAttribute("role", "rowheader");
  return Object.assign({ element: row, name, cells: [], remove: () => row.remove() });
}

function createCell(row, column) {
  const node = element("div", "cell");
  node.setAttribute("role", "gridcell");
  node.setAttribute("aria-colindex", column + 1);
  node.tabIndex = -1;
  row.element.insertBefore(node, row.sum ?? null);
  return { node, remove: () => node.remove() };
}

function patchHeader(block, { columnNames: names }) {
  block.header ??= Object.assign(element("div", "spoken"), { cells: [] });
  const { header } = block;
  header.setAttribute("role", "row");
  if (!header.parentNode) block.grid.prepend(header);
  resize(header.cells, names.length + 1, () => {
    const name = element("span", "", header);
    name.setAttribute("role", "columnheader");
    return name;
  });
  header.cells.forEach((cell, index) =>
    setToken(cell, index ? names[index - 1] : block.matrix.symbol),
  );
}

// The word where it fits; in a smaller cell a cross, which the legend and the name explain.
function maskedText({ model, measure }, { columnWidth, preset }) {
  const { masked } = model.texts;
  return measure(masked, preset.masked) + 4 <= columnWidth ? masked : "\u00d7";
}

function patchCell(view, block, cell, row, column, renamed) {
  const { model } = view;
  const { matrix } = block;
  // Of numbers that are compared, the name tells more than the value.
  const changed = showNumber(model, matrix, cell, row, column, renamed || matrix.before);
  if (changed) setAttribute(cell.node, "aria-label", cellName(model, matrix, row, column));
  if (cell.kind.includes("masked")) setText(cell.node, maskedText(view, block));
}

// False if the cell shows it already.
function showNumber(model, matrix, cell, row, column, always = false) {
  const value = at(gridOf(model, matrix), row, column);
  const look = lookOf(model, matrix, row, column);
  const blank = look.includes("masked") || look.includes("covered");
  cell.fill = blank ? null : fillOf(scaleOf(model, matrix), value);
  cell.unmoved = look.includes("unmoved");
  if (!always && cell.value === value && cell.kind === look) return false;
  Object.assign(cell, { value, kind: look });
  setText(cell.node, cellText(model, matrix, row, column));
  if (cell.node.className !== look) cell.node.className = look;
  return true;
}

// The classes of a cell.
function lookOf(model, matrix, row, column) {
  const classes = [
    "cell",
    isUnbuilt(matrix, row, column) && "unbuilt",
    isOwn(model, matrix, row, column) && "own",
    isCovered(matrix, row, column)
      ? "covered"
      : isMasked(model, matrix, row, column) && "masked",
    isEdited(matrix, row, column) && "edited",
    matrix.change && (isMoved(matrix, row, column) ? "moved" : "unmoved"),
  ];
  return classes.filter(Boolean).join(" ");
}

// On the diagonal of a table of pairs a position meets itself.
function isOwn({ size }, { source }, row, column) {
  return size !== "mini" && row === column && ["scores", "scaled", "weights"].includes(source);
}

// The element of a cell or sum; a canvas has none.
function nodeAt(block, row, column) {
  if (!block?.numeric) return null;
  if (row === block.rows.length) return block.sums?.cells[column]?.node ?? null;
  const line = block.rows[row];
  return (column === line?.cells.length ? line.sum : line?.cells[column]?.node) ?? null;
}
