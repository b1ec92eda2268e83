// Moving the cursor by pointer and keys, and pinning. Nothing here asks the server.

const TWO_CLICKS = 400;

// The cell everything is about: under the cursor, else that of the step, else pinned, else where the cursor rests.
function activeCell({ model, cursor, pin }) {
  const matrix = cursor && model.byKey.get(cursor.key);
  if (matrix && exists(matrix, cursor.row, cursor.column)) return cursor;
  return builtCell(model) ?? pinnedCell(model, pin) ?? restingCell(model);
}

function moveCursor(view, cell) {
  const { cursor } = view;
  if (cursor?.key === cell?.key && cursor?.row === cell?.row && cursor?.column === cell?.column)
    return;
  view.cursor = cell;
  showCursor(view);
}

function showCursor(view) {
  applyMarks(view);
  patchStrip(view);
  patchBars(view);
  patchReadouts(view);
  joinResult(view.strip);
}

// Asked last, when nothing is written any more: it makes the browser lay out.
function joinResult({ line }) {
  line.classList.add("short");
  const style = getComputedStyle(line);
  const most = Number(style.getPropertyValue("--rows")) + 0.5;
  line.classList.toggle("short", line.offsetHeight < most * parseFloat(style.lineHeight));
}

function listen(view) {
  const { box, strip } = view;
  box.addEventListener("pointermove", (event) => {
    const cell = !view.editor && cellUnder(view, event);
    if (cell) moveCursor(view, cell);
  });
  const leave = (event) => {
    if (view.editor || box.contains(event.relatedTarget)) return;
    if (!strip.box.contains(event.relatedTarget) || !keepsCursor(view)) moveCursor(view, null);
  };
  box.addEventListener("pointerleave", leave);
  strip.box.addEventListener("pointerleave", leave);
  box.addEventListener("click", (event) => {
    const cell = cellUnder(view, event);
    if (!cell) return;
    view.clicked = performance.now();
    moveCursor(view, cell);
    choose(view, cell);
    revealLater(view, cell);
  });
  box.addEventListener("dblclick", (event) => {
    clearTimeout(view.revealing);
    view.clicked = -Infinity;
    const cell = cellUnder(view, event);
    if (cell) openEditor(view, cell);
  });
  box.addEventListener("focusin", (event) => {
    const block = blockOf(view, event.target);
    if (!block?.current || !event.target.matches(":focus-visible")) return;
    moveCursor(view, { key: block.key, ...block.current });
    reveal(view, block, block.current);
  });
  box.addEventListener("keydown", (event) => pressKey(view, event));
}

// The way to the strip, where a long sum is scrolled, keeps the cursor. Where operands can be
// followed it leads across other cells: then the strip goes back to the pinned one.
function keepsCursor({ model, cursor, pin }) {
  if (!canFollow(model) || !pinnedCell(model, pin)) return true;
  const matrix = cursor && model.byKey.get(cursor.key);
  return Boolean(matrix && sumKind(matrix, cursor.row, cursor.column));
}

function blockOf(view, node) {
  return view.blocks.get(node.closest?.(".body")?.dataset.key);
}

function cellUnder(view, event) {
  const block = blockOf(view, event.target);
  if (!block) return null;
  const side = block.sideSums.indexOf(event.target);
  if (side >= 0) return { key: block.key, row: side, column: block.matrix.columns.length };
  return block.numeric ? cellOfNode(block, event.target) : cellOfPoint(block, event);
}

function cellOfNode(block, node) {
  const rows = [...block.rows, block.sums];
  const row = rows.findIndex((line) => line?.element === node.parentNode);
  if (row < 0) return null;
  const column = rows[row].cells.findIndex((cell) => cell.node === node);
  if (column >= 0) return { key: block.key, row, column };
  return rows[row].sum === node ? { key: block.key, row, column: rows[row].cells.length } : null;
}

function cellOfPoint(block, event) {
  if (event.target !== block.canvas) return null;
  const row = Math.floor(event.offsetY / block.rowHeight);
  const column = Math.floor(event.offsetX / block.columnWidth);
  const { rows, columns } = block.matrix.values;
  const inside = row >= 0 && column >= 0 && row < rows && column < columns;
  return inside ? { key: block.key, row, column } : null;
}

function pressKey(view, event) {
  const block = blockOf(view, event.target);
  if (!block || event.altKey || event.metaKey || event.isComposing) return;
  const cell = { key: block.key, row: block.current.row, column: block.current.column };
  if (event.key === "Enter" && event.shiftKey && canFollow(view.model)) focusOperand(view, 0);
  else if (event.key === "Enter" || event.key === " ") choose(view, cell);
  else if (event.key === "Escape") release(view);
  else if (!pressEditKey(view, cell, event) && !step(view, block, cell, event)) return;
  event.preventDefault();
  // Arrow keys are also shortcuts of the page.
  event.stopPropagation();
}

function step(view, block, { row, column }, { key, ctrlKey }) {
  const { rows, columns } = block.matrix.values;
  const moves = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [ctrlKey ? 0 : row, 0],
    End: [ctrlKey ? rows - 1 : row, columns - 1],
  };
  const move = moves[key];
  if (!move) return false;
  if (exists(block.matrix, ...move)) goTo(view, block, ...move);
  return true;
}

function goTo(view, block, row, column) {
  moveCursor(view, { key: block.key, row, column });
  nodeAt(block, row, column)?.focus({ preventScroll: true });
  reveal(view, block, { row, column });
}

// The second click of two must find the cell where the first one did; a slider that is held must
// stay under the pointer.
function revealLater(view, cell, unless = () => false) {
  clearTimeout(view.revealing);
  view.revealing = setTimeout(() => {
    if (unless()) return;
    const block = view.blocks.get(cell.key);
    const node = nodeAt(block, cell.row, cell.column);
    if (node && !view.scrub.held && fitsBelowSlider(view, node)) reveal(view, block, cell);
  }, TWO_CLICKS);
}

// Whoever has scrolled on to something else is not brought back.
function hasLeft({ box }) {
  const { top, bottom } = box.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}

// Whoever has chosen the slider in the view must not lose it for the cell.
function fitsBelowSlider(view, node) {
  const { scrub, strip } = view;
  if (!scrub.fresh) return true;
  const needed = node.getBoundingClientRect().bottom - scrub.box.getBoundingClientRect().top;
  const bar = parseFloat(getComputedStyle(pageOf(view)).scrollPaddingTop) || 0;
  return bar + needed + strip.box.offsetHeight + 2 * GAP < innerHeight;
}

// A strip that stays in sight must not lie over the cell.
function reveal(view, block, cell) {
  const { strip } = view;
  const node = nodeAt(block, cell.row, cell.column) ?? block.marks.cursor;
  revealInBox(view, block, cell);
  const floats = getComputedStyle(strip.box).position === "sticky";
  setStyle(node, "scrollMarginBottom", `${floats ? strip.box.offsetHeight + GAP : GAP}px`);
  node.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// As a whole, with its frame, beside the row labels.
function revealInBox(view, block, cell) {
  const { left, right, ...rows } = areaOf(block, cellRect(cell));
  moveInto(view.box, boxRoom(view), [{ left: left - FRAME, right: right + FRAME, ...rows }]);
}

function release(view) {
  const pinned = pinnedCell(view.model, view.pin);
  moveCursor(view, null);
  const block = pinned && view.blocks.get(pinned.key);
  if (!block) return;
  (nodeAt(block, pinned.row, pinned.column) ?? block.grid).focus();
  moveCursor(view, null);
}

// The mark is set at once; Python's answer brings the same pin.
function choose(view, { key, row, column }) {
  const matrix = view.model.byKey.get(key);
  if (sumKind(matrix, row, column)) return;
  const pin = toPin(matrix, row, column);
  if (samePin(pin, view.pin)) return;
  view.pin = pin;
  view.sent.push(pin);
  view.sentAt = performance.now();
  showCursor(view);
  announce(view);
  view.send("pin", pin);
}

function samePin(a, b) {
  return a?.matrix === b?.matrix && a?.row === b?.row && a?.column === b?.column;
}

// Answers may lag behind quick clicks: the pin shown is the last one sent until it is answered,
// or until it is clear that it was refused.
function acceptPin(view, pin) {
  const answered = view.sent.findIndex((sent) => samePin(sent, pin));
  view.sent.splice(0, answered + 1);
  const late = performance.now() - view.sentAt > 3000;
  const waiting = view.sent.length > 0 && !late && (answered >= 0 || samePin(pin, view.answered));
  view.answered = pin;
  if (waiting) return;
  view.sent.length = 0;
  view.pin = pin;
}
