// How large everything is. Matrices in one band share row heights or column widths, so that
// every cell of a product stands where its row and its column cross.

const NUMBERS_UP_TO = 12;
const LABELS_UP_TO = 9;
// rows, columns: pixels at up to 6, at 12 and up to 24; beyond, `operand` or `result` pixels are
// divided among the cells. lowest: the share of a row's height that a low window leaves of it.
// numbers: the lowest row that still holds one.
const SIZES = {
  normal: {
    rows: [44, 32, 26],
    columns: [56, 44, 26],
    operand: [320, 400],
    result: [640, 640],
    lowest: 0.8,
    least: 5,
    numbers: 20,
    text: 17,
    label: 15,
    symbol: 17,
    masked: 11,
    small: 13,
    labelRoom: 96,
    gap: 16,
    scrolls: true,
  },
  // For the back row of a classroom; the score page of four tokens fits on 1280 by 720.
  presenter: {
    rows: [40, 36, 30],
    columns: [76, 70, 30],
    operand: [320, 400],
    result: [640, 640],
    lowest: 0.7,
    least: 5,
    numbers: 28,
    text: 24,
    leastText: 24,
    label: 20,
    leastLabel: 20,
    symbol: 24,
    masked: 20,
    small: 20,
    labelRoom: 132,
    most: 200,
    remark: 10,
    gap: 16,
    scrolls: true,
  },
  mini: {
    rows: [24, 22, 14],
    columns: [30, 26, 14],
    operand: [160, 160],
    result: [200, 200],
    lowest: 0.8,
    least: 2,
    numbers: 18,
    text: 12,
    label: 12,
    symbol: 13,
    masked: 11,
    small: 13,
    labelRoom: 48,
    gap: 8,
    scrolls: false,
  },
};
const LOWEST = 3;
const FRAME = 3;
// Beside a number, in all: what the cursor's frame covers, and a little air.
const ASIDE = 8;
// Beside a canvas, for the sum of a row.
const SIDE_SUM = 56;
const GAP = 16;
const ARROW = 26;

function arranged(model, measure, preset, line) {
  const steps = model.layout === "sequence" && stepsOf(model);
  const blocks = model.matrices.map((matrix, index) => ({
    matrix,
    preset,
    step: steps?.[index],
    place: steps ? [index, index] : placeOf(matrix, preset),
    // Over the whole width, above what stands side by side.
    spans: Boolean(preset.stacked) && matrix.place[1] === 0,
    columnTitle: matrix.column_title,
  }));
  for (const band of bandsOf(blocks, 0)) setHeights(band, preset);
  // Where rows scroll, what stands above them takes less room.
  if (blocks.some(({ tall }) => tall)) {
    for (const block of blocks) block.rowHeight = Math.min(block.rowHeight, 28);
  }
  for (const band of bandsOf(blocks, 1)) setWidths(band, preset, measure);
  for (const block of blocks) setLabelling(block, blocks, model.layout === "equation", line);
  for (const block of blocks) setLabelSizes(block, measure);
  for (const block of blocks) setHeadWidths(block, measure);
  if (preset.stacked) alignStacked(blocks);
  if (preset.terse) leaveOutTitles(blocks, measure);
  if (model.layout === "sequence") alignHeads(blocks);
  return blocks;
}

// On a telephone a left factor stands above the factor above: there is no room beside it.
function placeOf({ place: [row, column] }, { stacked }) {
  return stacked && column === 0 ? [-1, 0] : [row, column];
}

// One edge for all row labels at the left; titles that are wider than their matrix are left out.
function alignStacked(blocks) {
  const first = Math.min(...blocks.filter(({ spans }) => !spans).map(({ place }) => place[1]));
  const atLeft = blocks.filter(({ spans, place }) => spans || place[1] === first);
  const width = Math.max(...atLeft.map(({ labelWidth }) => labelWidth));
  for (const block of atLeft) if (block.showsRows) block.labelWidth = width;
  for (const block of blocks) {
    if (!block.spans && block.headWidth > bodyWidth(block)) block.columnTitle = "";
  }
}

function leaveOutTitles(blocks, measure) {
  for (const block of blocks) {
    if (block.headWidth <= bodyWidth(block)) continue;
    block.columnTitle = "";
    setHeadWidths(block, measure);
  }
}

// The step of each matrix of a sequence: its band row; where all are alike, its order.
function stepsOf({ matrices }) {
  const steps = matrices.map(({ place }) => place[0]);
  return steps.some((step) => step !== steps[0]) ? steps : matrices.map((_, index) => index);
}

// On one line, and with each part on a line of its own.
function setHeadWidths(block, measure) {
  const { matrix, preset, columnTitle: title } = block;
  const { rows, columns, symbol } = matrix;
  const texts = [`${rows.length}\u00d7${columns.length}`, title && `${title}\u00a0\u2192`];
  const quiet = texts.filter(Boolean).map((text) => measure(text, preset.small));
  const parts = [measure(symbol.replace("_", ""), preset.symbol, true), ...quiet];
  const around = 6 + preset.gap;
  block.headWidth = parts.reduce((sum, part) => sum + part + 10, around - 10);
  block.brokenWidth = Math.max(...parts) + around;
}

function bodyWidth({ matrix, columnWidth, sumWidth, preset }) {
  const sums = matrix.row_sums ? sumWidth + 8 : 0;
  return matrix.columns.length * columnWidth + 2 * FRAME + preset.gap + sums;
}

// Blocks that share a band of rows (axis 0) or columns (axis 1), with the band's cell count.
function bandsOf(blocks, axis) {
  const numbers = [...new Set(blocks.map((block) => block.place[axis]))].sort((a, b) => a - b);
  return numbers.map((number, index) => {
    const members = blocks.filter((block) => block.place[axis] === number);
    const counts = members.map(({ matrix }) => (axis ? matrix.columns : matrix.rows).length);
    // What is multiplied stands before the product, and smaller.
    const last = index === numbers.length - 1 || members[0].step !== undefined;
    return { members, count: Math.max(...counts), last };
  });
}

function between(count, [roomy, tight, coloured]) {
  if (count <= 6) return roomy;
  if (count <= NUMBERS_UP_TO) return Math.round(roomy - ((roomy - tight) * (count - 6)) / 6);
  return coloured;
}

function divided(room, count, preset) {
  return Math.max(preset.least, Math.floor(room / count));
}

// Rows of colours alone may be lower still where the window would hide the product below them.
function lowered(count, { above = Infinity }) {
  return Math.max(LOWEST, Math.floor(above / count));
}

function setHeights({ members, count, last }, preset) {
  const coloured = members.some(({ matrix }) => matrix.columns.length > NUMBERS_UP_TO);
  let height = between(count, preset.rows);
  if (count > NUMBERS_UP_TO && !last) {
    // A tall factor above must not push its product out of sight.
    height = Math.min(height, divided(preset.operand[0], count, preset));
    if (height < preset.numbers) height = Math.min(height, lowered(count, preset));
  } else if (count > 24) {
    // Rows of narrow matrices only: keep the numbers and let the box scroll.
    height = coloured || !preset.scrolls ? divided(preset.result[0], count, preset) : 24;
  }
  // A label needs no more room than a number.
  if (!last && coloured) height = Math.min(height, preset.numbers);
  for (const block of members) {
    block.rowHeight = height;
    block.numeric = block.matrix.columns.length <= NUMBERS_UP_TO && height >= preset.numbers;
    block.tall = count > 24 && block.numeric;
    // Sums need a row to stand in, sums of columns a column as wide as a number.
    if (height < 18) block.matrix.row_sums = null;
    if (!block.numeric) block.matrix.column_sums = null;
  }
}

function setWidths({ members, count, last }, preset, measure) {
  const numeric = members.filter((block) => block.numeric);
  let width = between(count, preset.columns);
  if (count > 24) width = divided((last ? preset.result : preset.operand)[1], count, preset);
  else if (count <= NUMBERS_UP_TO && !numeric.length) width = Math.min(width, 28);
  for (const block of numeric) {
    block.font = Math.min(
      preset.text,
      Math.max(preset.leastText ?? 12, Math.round(Math.min(block.rowHeight * 0.4, width * 0.3))),
    );
    const aside = preset.aside ?? ASIDE;
    width = Math.max(width, Math.ceil(widest(block.matrix, block.font, measure)) + aside);
  }
  if (count <= NUMBERS_UP_TO && numeric.length) {
    width = Math.max(width, roomForLabels(numeric, preset, measure));
  }
  const labelFont = fontForLabels(members, width, preset, measure);
  for (const block of members) {
    block.columnWidth = width;
    block.sumWidth = Math.max(width, widthOfSums(block, measure));
    block.labelFont = labelFont;
  }
}

// The sum of a row may have a digit more than its numbers, and an asterisk.
function widthOfSums({ matrix, font, preset }, measure) {
  const { row_sums: values, before_sums, change_sums, decimals, scale } = matrix;
  if (!values) return 0;
  if (!font) return SIDE_SUM;
  const [before, change] = [before_sums.row, change_sums.row];
  const width = Math.ceil(widest({ values, before, change, decimals, scale }, font, measure));
  return width + (preset.remark ?? 4);
}

// Rather a little smaller than cut short.
function fontForLabels(members, width, preset, measure) {
  const labels = members.flatMap(({ matrix }) => matrix.columns).map((label) => clipped(label));
  const widest = Math.max(1, ...labels.map((label) => measure(label, preset.label, true)));
  const fitting = Math.floor((preset.label * (width - 4)) / widest);
  return Math.max(Math.min(preset.label, fitting), Math.min(preset.leastLabel ?? 12, preset.label));
}

// As wide as its largest number would be with decimals, if any number has them.
function widest({ values, before, change, frames, decimals, scale }, font, measure) {
  let largest = 0;
  let fraction = 0;
  for (const grid of [values, before, change, frames]) {
    for (const value of grid?.numbers ?? []) {
      const size = Math.abs(value);
      if (!(size < Infinity)) continue;
      if (size > largest) largest = size;
      if (!Number.isInteger(size)) fraction = 0.5;
    }
  }
  const signed = scale === "signed" || Boolean(change);
  // What an edit moved is bold.
  const bold = Boolean(change);
  return measure(shown(Math.floor(largest) + fraction, decimals, signed), font, bold);
}

// The label of the cursor's column is bold, and must not be cut short for that.
function roomForLabels(members, preset, measure) {
  const labels = members.flatMap(({ matrix }) => matrix.columns);
  const widths = labels.map((label) => measure(clipped(label), preset.label, true));
  return Math.min(preset.labelRoom, Math.ceil(Math.max(...widths)) + 6);
}

function measuring(family) {
  const widths = new Map();
  return (text, size, bold = false) => {
    const font = `${bold ? "bold " : ""}${size}px ${family}`;
    const key = `${font} ${text}`;
    if (!widths.has(key)) {
      probe.font = font;
      widths.set(key, probe.measureText(text).width);
    }
    return widths.get(key);
  };
}
