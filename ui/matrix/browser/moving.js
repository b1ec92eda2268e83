// Numbers in motion. While the slider moves they are painted on a canvas above their cells, which
// costs the browser neither a layout nor hundreds of elements; where it rests, the cells have them.

const SHADES = 255;
// As the style has it.
const SUM_GAP = 8;
const palettes = new Map();

// Where cells say more than their number, they are written themselves.
function canVeil({ build, mode }, { before, edited }) {
  return !build && !before && mode === MODES[0] && !edited?.numbers.includes(1);
}

function moveCells(view, block) {
  patchSumNote(view.model, block);
  if (canVeil(view.model, block.matrix)) {
    paintVeil(view, block);
    return;
  }
  block.rows.forEach((row, index) =>
    row.cells.forEach((cell, column) => showNumber(view.model, block.matrix, cell, index, column)),
  );
  block.rows.forEach(({ sum }, row) => sum && writeSum(view.model, block.matrix, sum, "row", row));
  block.sums?.cells.forEach(({ node }, column) =>
    writeSum(view.model, block.matrix, node, "column", column),
  );
  applyMarks(view);
}

// What moves is laid out by itself: nothing around it has to be laid out again, or is pushed about.
function freeze(view) {
  if (view.frozen) return;
  const nodes = [view.scrub.box, view.box, view.strip.box, view.barBox];
  view.frozen = nodes.filter((node) => !node.hidden);
  const sizes = view.frozen.map((node) => node.getBoundingClientRect());
  view.frozen.forEach((node, place) => {
    const { width, height } = sizes[place];
    Object.assign(node.style, { contain: "strict", width: `${width}px`, height: `${height}px` });
  });
}

function thaw(view) {
  for (const { veil, grid } of view.blocks.values()) {
    if (!veil) continue;
    veil.canvas.hidden = true;
    grid.classList.remove("veiled");
  }
  uncoverBars(view);
  for (const node of view.frozen ?? [])
    Object.assign(node.style, { contain: "", width: "", height: "" });
  view.frozen = null;
}

function paintVeil(view, block) {
  const { matrix, columnWidth, rowHeight } = block;
  const { rows, columns, numbers } = matrix.values;
  const { context, baseline, painted } = readyVeil(view, block);
  context.font = `${block.font}px ${view.family}`;
  const lit = litNow(view, block);
  const [plain, faded] = [false, true].map((fades) => paletteOf(matrix.scale, fades));
  const span = SHADES / (matrix.scale === "weights" ? 1 : matrix.limit);
  for (let row = 0, index = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, index++) {
      if (isCovered(matrix, row, column) || isMasked(view.model, matrix, row, column)) continue;
      const [x, y] = [column * columnWidth, row * rowHeight];
      const inside =
        !lit || (row >= lit[0] && column >= lit[1] && row < lit[2] && column < lit[3]);
      const step = Math.max(-SHADES, Math.min(SHADES, Math.round(numbers[index] * span)));
      const text = written(matrix, numbers[index]);
      const look = `${text} ${step}`;
      if (painted[index] === look) continue;
      painted[index] = look;
      const { fill, ink } = (inside ? plain : faded)[SHADES + step];
      context.fillStyle = fill;
      context.fillRect(x, y, columnWidth, rowHeight);
      context.fillStyle = "rgb(0 0 0 / .08)";
      if (column) context.fillRect(x, y, 1, rowHeight);
      context.fillStyle = ink;
      if (isOwn(view.model, matrix, row, column)) outline(context, x, y, columnWidth, rowHeight);
      context.fillText(text, x + columnWidth / 2, y + baseline);
    }
  }
  paintSums(view, block);
}

// Sums stand apart from their rows and columns; what is remarkable about one stands below it.
function paintSums(view, { matrix, columnWidth, sumWidth, rowHeight, font, veil }) {
  const { model, family } = view;
  const { context, quiet } = veil;
  const { rows, columns } = matrix.values;
  const [right, below] = [columns * columnWidth, rows * rowHeight];
  const size = model.size === "presenter" ? font : 0.9 * font;
  const remarks = [];
  const paint = (kind, index, x, y) => {
    const remark = model.size !== "presenter" && remarkOn(model, matrix, kind, index);
    const foot = y + rowHeight / 2 + 0.35 * size - (remark ? 5 : 0);
    context.fillText(sumText(model, matrix, kind, index), x, foot);
    if (remark) remarks.push([remark, x, y + rowHeight - 4]);
  };
  context.clearRect(right, 0, sumWidth + SUM_GAP, below);
  context.clearRect(0, below, right, rowHeight + SUM_GAP);
  context.fillStyle = quiet;
  context.font = `${size}px ${family}`;
  for (let row = 0; matrix.row_sums && row < rows; row++)
    paint("row", row, right + SUM_GAP + sumWidth / 2, row * rowHeight);
  for (let column = 0; matrix.column_sums && column < columns; column++)
    paint("column", column, (column + 0.5) * columnWidth, below + SUM_GAP);
  context.font = `11px ${family}`;
  for (const remark of remarks) context.fillText(...remark);
}

// As the cells of the diagonal have it.
function outline(context, x, y, width, height) {
  context.strokeStyle = context.fillStyle;
  context.globalAlpha = 0.7;
  context.setLineDash([3, 2]);
  context.strokeRect(x + 3.5, y + 3.5, width - 7, height - 7);
  context.globalAlpha = 1;
}

// Made and measured once a move: the sizes do not change on the way.
function readyVeil(view, block) {
  block.veil ??= { canvas: element("canvas", "in-motion") };
  const { veil } = block;
  const { canvas } = veil;
  if (!canvas.parentNode) block.grid.after(canvas);
  if (!canvas.hidden && veil.context) return veil;
  canvas.hidden = false;
  block.grid.classList.add("veiled");
  canvas.setAttribute("aria-hidden", "true");
  const { matrix, columnWidth, rowHeight } = block;
  const { rows, columns } = matrix.values;
  const right = matrix.row_sums ? block.sumWidth + SUM_GAP : 0;
  const below = matrix.column_sums ? rowHeight + SUM_GAP : 0;
  const context = sized(canvas, columns * columnWidth + right, rows * rowHeight + below);
  Object.assign(context, { font: `${block.font}px ${view.family}`, textAlign: "center" });
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText("0");
  const quiet = getComputedStyle(view.root).getPropertyValue("--quiet");
  return Object.assign(veil, { context, quiet, painted: [], baseline: (rowHeight + up - down) / 2 });
}

// A canvas of that size in CSS pixels, sharp on every display.
function sized(canvas, width, height) {
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  setStyle(canvas, "width", `${width}px`);
  setStyle(canvas, "height", `${height}px`);
  const context = canvas.getContext("2d");
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  return context;
}

function litNow(view, block) {
  const active = activeCell(view);
  const matrix = view.model.byKey.get(active.key);
  const operand = operandsOf(view.model, matrix, active.row, active.column)[block.key];
  return operand ? litOf(operand, block.matrix.values) : restingRow(view.model, block);
}

// Fill and ink in 255 steps to either side of zero, worked out once.
function paletteOf(scale, faded) {
  const name = `${scale} ${faded}`;
  if (!palettes.has(name)) {
    const unit = { scale, limit: SHADES };
    const palette = Array.from({ length: 2 * SHADES + 1 }, (_, place) => {
      const step = place - SHADES;
      const fill = fillOf(unit, scale === "weights" ? step / SHADES : step);
      const seen = faded ? fade(fill) : fill;
      return { fill: css(seen), ink: inkOn(seen) };
    });
    palettes.set(name, palette);
  }
  return palettes.get(name);
}

// The cell's number alone; the words around it wait until it rests.
function moveStrip(view) {
  const { model, strip } = view;
  const { key, row, column } = activeCell(view);
  const matrix = model.byKey.get(key);
  const nodes = [strip.flow, strip.end].flatMap(({ children }) => [...children]);
  const parts = isBetween(model, matrix) && !sumKind(matrix, row, column)
    ? arithmetic(model, matrix, row, column).parts
    : [];
  const alike = parts.length && nodes.length === parts.length && nodes[1].textContent === parts[1].text;
  if (!alike || matrix.before) {
    patchStrip(view);
    return;
  }
  nodes.forEach((node, place) => setText(node, parts[place].text));
  setText(strip.heading.querySelector(".value"), valueText(model, matrix, row, column));
}
