// How large everything is. Matrices in one band share row heights or column widths, so that
// every cell of a product stands where its row and its column cross.

const NUMBERS_UP_TO = 12;
const LABELS_UP_TO = 9;
// rows, columns: pixels at up to 6, at 12 and up to 24; beyond, `operand` or `result` pixels are
// divided among the cells. numbers: the lowest row that still holds one.
const SIZES = {
  normal: {
    rows: [44, 32, 26], columns: [56, 44, 26], operand: [320, 400], result: [640, 640],
    least: 5, numbers: 20, text: 17, label: 15,
  },
  mini: {
    rows: [24, 22, 14], columns: [30, 26, 14], operand: [160, 160], result: [200, 200],
    least: 2, numbers: 18, text: 12, label: 12,
  },
};
const FRAME = 3;
const GAP = 18;

function arrange(model, measure, room) {
  const preset = SIZES[model.size] ?? SIZES.normal;
  const blocks = arranged(model, measure, preset);
  const width = widthOf(blocks);
  if (model.layout !== "equation" || width <= room) return blocks;
  // A little narrower, if that spares the reader from scrolling sideways.
  const share = Math.max(0.74, room / width - 0.02);
  return arranged(model, measure, { ...preset, columns: preset.columns.map((size) => Math.floor(size * share)) });
}

function arranged(model, measure, preset) {
  const steps = stepsOf(model);
  const blocks = model.matrices.map((matrix, index) => ({
    matrix, preset, step: steps[index], place: model.layout === "equation" ? matrix.place : [index, index],
  }));
  for (const band of bandsOf(blocks, 0)) setHeights(band, preset);
  for (const band of bandsOf(blocks, 1)) setWidths(model, band, preset, measure);
  for (const block of blocks) setLabelling(block, blocks, model.layout === "equation");
  for (const block of blocks) setLabelSizes(block, measure);
  if (model.layout === "sequence") alignHeads(blocks);
  return blocks;
}

// The step of each matrix of a sequence: its band row; where all are alike, its order.
function stepsOf({ matrices }) {
  const steps = matrices.map(({ place }) => place[0]);
  return steps.some((step) => step !== steps[0]) ? steps : matrices.map((_, index) => index);
}

function widthOf(blocks) {
  return bandsOf(blocks, 1).reduce((width, { members }) => width
    + Math.max(...members.map(({ labelWidth }) => labelWidth))
    + Math.max(...members.map(({ matrix, columnWidth }) =>
      matrix.columns.length * columnWidth + 2 * FRAME + GAP + (matrix.row_sums ? columnWidth + 8 : 0))), 4);
}

// Blocks that share a band of rows (axis 0) or columns (axis 1), with the band's cell count.
function bandsOf(blocks, axis) {
  const numbers = [...new Set(blocks.map((block) => block.place[axis]))].sort((a, b) => a - b);
  return numbers.map((number, index) => {
    const members = blocks.filter((block) => block.place[axis] === number);
    const counts = members.map(({ matrix }) => (axis ? matrix.columns : matrix.rows).length);
    return { members, count: Math.max(...counts), last: index === numbers.length - 1 };
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

function setHeights({ members, count, last }, preset) {
  const coloured = members.some(({ matrix }) => matrix.columns.length > NUMBERS_UP_TO);
  let height = between(count, preset.rows);
  // A tall factor above must not push its product out of sight.
  if (count > NUMBERS_UP_TO && !last) height = Math.min(height, divided(preset.operand[0], count, preset));
  // Rows of narrow matrices only: keep the numbers and let the box scroll.
  else if (count > 24) height = coloured ? divided(preset.result[0], count, preset) : 24;
  for (const block of members) {
    block.rowHeight = height;
    block.numeric = block.matrix.columns.length <= NUMBERS_UP_TO && height >= preset.numbers;
    block.tall = count > 24 && block.numeric;
  }
}

function setWidths(model, { members, count, last }, preset, measure) {
  const numeric = members.filter((block) => block.numeric);
  let width = between(count, preset.columns);
  if (count > 24) width = divided((last ? preset.result : preset.operand)[1], count, preset);
  else if (count <= NUMBERS_UP_TO && !numeric.length) width = Math.min(width, 28);
  for (const block of numeric) {
    block.font = Math.min(preset.text, Math.max(12, Math.round(Math.min(block.rowHeight * 0.4, width * 0.31))));
    width = Math.max(width, Math.ceil(widest(model, block.matrix, block.font, measure)) + 8);
  }
  if (count <= 6 && numeric.length) width = Math.max(width, roomForLabels(numeric, preset, measure));
  for (const block of members) block.columnWidth = width;
}

function widest(model, matrix, font, measure) {
  let longest = "";
  const { rows, columns } = matrix.values;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const text = shown(at(matrix.values, row, column), matrix.decimals, matrix.scale === "signed");
      if (text.length > longest.length && Number.isFinite(at(matrix.values, row, column))) longest = text;
    }
  }
  return measure(longest, font);
}

function roomForLabels(members, preset, measure) {
  const labels = members.flatMap(({ matrix }) => matrix.columns);
  return Math.min(84, Math.ceil(Math.max(...labels.map((label) => measure(clipped(label), preset.label)))) + 10);
}

// Labels are written once for matrices that share them: left of a band, above a band, or left of
// the matrices of one step.
function setLabelling(block, blocks, equation) {
  const [row, column] = block.place;
  const alike = (name) => blocks.filter((one) => String(one.matrix[name]) === String(block.matrix[name]));
  const rowMates = alike("rows").filter((one) => (equation ? one.place[0] === row : one.step === block.step));
  block.marksQuery = rowMates.some(({ matrix }) => matrix.query_rows);
  block.showsRows = rowMates[0] === block || !rowMates.some((one) => one.place[1] < column);
  const columnMates = alike("columns").filter((one) => equation && one.place[1] === column);
  // Labels above scroll away in a tall box, so each matrix there has its own.
  block.showsColumns = block.tall || !columnMates.some((one) => one.place[0] < row);
}

function setLabelSizes(block, measure) {
  block.labelWidth = block.showsRows ? rowLabelWidth(block, measure) : 0;
  block.labelHeight = block.showsColumns ? columnLabelHeight(block, measure) : 0;
}

// Side by side, first rows stand on one line.
function alignHeads(blocks) {
  const height = Math.max(...blocks.map(({ labelHeight }) => labelHeight));
  for (const block of blocks) block.labelHeight = height;
}

function rowLabelWidth({ matrix, preset, marksQuery }, measure) {
  const widths = matrix.rows.map((label) => measure(clipped(label), preset.label));
  return Math.min(132, Math.ceil(Math.max(12, ...widths) * 1.06) + (marksQuery ? 24 : 10));
}

// Column labels wider than their column are turned.
function columnLabelHeight(block, measure) {
  const { matrix, preset, columnWidth } = block;
  const width = Math.max(...matrix.columns.map((label) => measure(clipped(label), 13)));
  block.turned = matrix.columns.length > NUMBERS_UP_TO && width > Math.max(columnWidth, 22);
  return block.turned ? Math.min(112, Math.ceil(width) + 10) : preset.label + 9;
}

const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function clipped(label) {
  if (label.length <= LABELS_UP_TO) return label;
  const letters = [...segments.segment(label)].map((part) => part.segment);
  return letters.length > LABELS_UP_TO ? letters.slice(0, LABELS_UP_TO - 1).join("") + "\u2026" : label;
}

function measuring(family) {
  const widths = new Map();
  return (text, size) => {
    const key = `${size} ${text}`;
    if (!widths.has(key)) {
      probe.font = `${size}px ${family}`;
      widths.set(key, probe.measureText(text).width);
    }
    return widths.get(key);
  };
}
