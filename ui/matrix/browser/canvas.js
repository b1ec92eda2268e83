// Matrices without room for numbers: colour on a canvas, the number on focus and in the strip.

function patchCanvas(view, block) {
  const { grid, matrix } = block;
  const { rows, columns } = matrix.values;
  block.canvas ??= createCanvas(block);
  grid.tabIndex = 0;
  grid.setAttribute("aria-rowcount", rows);
  grid.setAttribute("aria-colcount", columns);
  drawCells(view, block);
  patchSideSums(view.model, block);
}

// Beside a canvas the sums are no cells of the grid: its one spoken cell tells them.
function patchSideSums(model, block) {
  const sums = block.matrix.row_sums?.numbers ?? [];
  setStyle(block.side, "left", `${block.matrix.columns.length * block.columnWidth + 11}px`);
  setStyle(block.body, "paddingRight", sums.length ? `${block.sumWidth + 8}px` : "");
  resize(block.sideSums, sums.length, () => element("div", "cell sum", block.side));
  block.sideSums.forEach((node, row) => setText(node, sumText(model, block.matrix, "row", row)));
}

function createCanvas(block) {
  const canvas = element("canvas", "", block.grid);
  canvas.setAttribute("aria-hidden", "true");
  const row = element("div", "spoken", block.grid);
  row.setAttribute("role", "row");
  const cell = element("span", "", row);
  cell.setAttribute("role", "gridcell");
  cell.id = `at-${block.key}`;
  block.grid.setAttribute("aria-activedescendant", cell.id);
  block.spoken = { row, cell };
  return canvas;
}

// What a screen reader hears is the one cell the cursor is on.
function speakCanvasCell(model, block, row, column, pinned) {
  const { spoken } = block;
  setAttribute(spoken.row, "aria-rowindex", row + 1);
  setAttribute(spoken.cell, "aria-colindex", column + 1);
  setAttribute(spoken.cell, "aria-selected", pinned);
  setAttribute(spoken.cell, "aria-label", cellName(model, block.matrix, row, column));
}

function drawCells(view, block) {
  const { matrix, columnWidth, rowHeight, canvas } = block;
  const { rows, columns } = matrix.values;
  const density = window.devicePixelRatio || 1;
  const [width, height] = [columns * columnWidth, rows * rowHeight];
  setStyle(canvas, "width", `${width}px`);
  setStyle(canvas, "height", `${height}px`);
  const pixels = [width, height].map((length) => Math.round(length * density));
  // Another size, even the same once more, makes the browser throw the picture away.
  if (canvas.width !== pixels[0] || canvas.height !== pixels[1])
    [canvas.width, canvas.height] = pixels;
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(painted(view, matrix), 0, 0, canvas.width, canvas.height);
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  drawMasked(view, block, context);
  drawCovered(view, block, context);
  if (Math.min(columnWidth, rowHeight) >= 10)
    drawZerosAndLines(view, block, context, width, height);
}

// One pixel a cell, enlarged by the browser: 16 384 cells in about a millisecond.
function painted({ model }, matrix) {
  const { numbers, rows, columns } = gridOf(model, matrix);
  const { scale, limit } = scaleOf(model, matrix);
  const changes = matrix.change?.numbers;
  const ramp = rampOf(scale);
  const fadedRamp = changes && rampOf(scale, true);
  const picture = new ImageData(columns, rows);
  const pixels = new Uint32Array(picture.data.buffer);
  const [start, span] = scale === "weights" ? [0, 510] : [255, 255 / limit];
  for (let index = 0; index < numbers.length; index++) {
    const step = numbers[index] === MASKED ? start : Math.round(start + numbers[index] * span);
    // Only an exact zero is exactly white.
    const colours = changes && !(Math.abs(changes[index]) > 0) ? fadedRamp : ramp;
    pixels[index] = colours[Math.max(0, Math.min(510, step))];
  }
  probe.canvas.width = columns;
  probe.canvas.height = rows;
  probe.putImageData(picture, 0, 0);
  return probe.canvas;
}

const ramps = new Map();

// 511 packed colours from the low to the high end of a scale, as they are or faded.
function rampOf(scale, faded = false) {
  const name = `${scale} ${faded}`;
  if (!ramps.has(name)) {
    const unit = { scale, limit: 255 };
    ramps.set(
      name,
      Uint32Array.from({ length: 511 }, (_, step) => {
        const fill = fillOf(unit, scale === "weights" ? step / 510 : step - 255);
        const [red, green, blue] = faded ? fade(fill) : fill;
        return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
      }),
    );
  }
  return ramps.get(name);
}

function drawCovered({ model, theme }, { matrix, columnWidth, rowHeight }, context) {
  const { covered, unbuilt } = matrix;
  if (!covered && !unbuilt) return;
  Object.assign(context, { textAlign: "center", textBaseline: "middle", font: "12px sans-serif" });
  matrix.values.numbers.forEach((_, index) => {
    if (!covered?.numbers[index] && !unbuilt?.numbers[index]) return;
    const column = index % matrix.values.columns;
    const [x, y] = [column * columnWidth, Math.floor(index / matrix.values.columns) * rowHeight];
    const blank = Boolean(unbuilt?.numbers[index]);
    context.fillStyle = blank ? css(theme.page) : theme.dark ? "#3a3f47" : "#dfe2e7";
    context.fillRect(x, y, columnWidth, rowHeight);
    context.fillStyle = theme.dark ? "#fff" : "#000";
    if (!blank && Math.min(columnWidth, rowHeight) >= 12)
      context.fillText(coverSign(model), x + columnWidth / 2, y + rowHeight / 2);
  });
}

function drawMasked({ model, theme }, { matrix, columnWidth, rowHeight }, context) {
  const { rows, columns } = matrix.values;
  context.beginPath();
  for (let row = 0; row < rows; row++) {
    for (let column = 0, start = -1; column <= columns; column++) {
      const masked = column < columns && isMasked(model, matrix, row, column);
      if (masked && start < 0) start = column;
      if (masked || start < 0) continue;
      context.rect(start * columnWidth, row * rowHeight, (column - start) * columnWidth, rowHeight);
      start = -1;
    }
  }
  context.fillStyle = css(theme.page);
  context.fill();
  context.fillStyle = hatching(context, theme);
  context.fill();
}

function hatching(context, theme) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const pen = tile.getContext("2d");
  pen.strokeStyle = theme.dark ? "#7a8494" : "#8a93a3";
  for (const offset of [-6, 0, 6]) {
    pen.moveTo(offset, 6);
    pen.lineTo(offset + 6, 0);
  }
  pen.stroke();
  return context.createPattern(tile, "repeat");
}

function drawZerosAndLines({ model }, { matrix, columnWidth, rowHeight }, context, width, height) {
  const { rows, columns } = matrix.values;
  context.fillStyle = "rgb(0 0 0 / .14)";
  for (let column = 1; column < columns; column++)
    context.fillRect(column * columnWidth - 0.5, 0, 1, height);
  for (let row = 1; row < rows; row++) context.fillRect(0, row * rowHeight - 0.5, width, 1);
  context.fillStyle = "#000";
  const grid = gridOf(model, matrix);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (at(grid, row, column) !== 0) continue;
      if (isCovered(matrix, row, column) || isMasked(model, matrix, row, column)) continue;
      context.fillRect((column + 0.5) * columnWidth - 1, (row + 0.5) * rowHeight - 1, 2, 2);
    }
  }
}
