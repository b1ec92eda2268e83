// How much of the room a page's matrices take: side by side, narrower, on several lines or, on a
// telephone, stacked.

// Up to this width an equation is rather small than cut off.
const PHONE = 480;
// Between matrices, where every pixel counts.
const DENSE = 6;
// On a telephone, where a left factor stands above the factor above.
// There the page scrolls, and nothing above need be lower for what stands below.
const STACKED = {
  ...SIZES.normal,
  operand: [640, 400],
  stacked: true,
  breaks: true,
  lowest: 0.64,
  gap: DENSE,
};
// Just beside the cursor's frame.
const CLOSE = { gap: DENSE, aside: 6 };
// Row labels that are cut short, but still to be told apart.
const LEAST_ROW_LABEL = 80;
// As narrow as the numbers allow.
const TIGHT = { least: 0.4, numbers: 0.4 };

function arrange(model, measure, room) {
  const blocks = fitted(model, measure, room);
  if (model.layout === "equation" && room.width > PHONE) breakTitles(blocks, room.width);
  for (const block of blocks) block.broken ||= block.preset.breaks;
  return blocks;
}

function fitted(model, measure, room) {
  const sizes = fittingHeight(model, SIZES[model.size] ?? SIZES.normal, room.height);
  const equation = model.layout === "equation";
  const presenting = model.size === "presenter";
  const preset = { ...sizes, hanging: equation };
  // One line, so that row labels at its start are enough; a little narrower, if that helps.
  const line = arranged(model, measure, preset, true);
  // Colours may become narrower than numbers.
  const numbers = room.width > PHONE ? 0.74 : 0.5;
  const least = line.every((block) => block.numeric) ? numbers : 0.5;
  const apart = () => firstApart(model, measure, preset, room.width, { least, numbers });
  if (presenting && model.scrub) return apart();
  if (room.width >= widthOf(line)) return line;
  // On several lines, clipped labels leave room for more matrices side by side.
  if (model.size === "mini") return miniOnLines(model, measure, sizes, room.width);
  const narrower = (from) => narrowest(model, measure, from, room.width, { least, numbers });
  const narrow = narrower(preset);
  if (widthOf(narrow) <= room.width) return narrow;
  if (!equation) {
    const breaking = narrower({ ...preset, breaks: true });
    if (widthOf(breaking) <= room.width) return breaking;
    const followed = model.scrub || (presenting && model.bars);
    return followed ? apart() : onLines(model, measure, sizes, room.width);
  }
  if (room.width <= PHONE && model.size === "normal")
    return narrowest(model, measure, fittingHeight(model, STACKED, room.height), room.width, TIGHT);
  if (!presenting) return arranged(model, measure, sizes, true);
  return beforeAClass(model, measure, preset, room.width);
}

// Numbers keep their size: rather a row label is cut short than a factor out of sight, where that is
// enough.
function beforeAClass(model, measure, sizes, width) {
  const preset = { ...sizes, ...CLOSE };
  const tightest = (most) =>
    arranged(model, measure, narrowed({ ...preset, most }, TIGHT.least, TIGHT.numbers), true);
  let most = Math.max(...tightest(preset.most).map(({ labelWidth }) => labelWidth));
  while (most > LEAST_ROW_LABEL && widthOf(tightest(most)) > width) most -= 4;
  if (widthOf(tightest(most)) > width) most = preset.most;
  return narrowest(model, measure, { ...preset, most }, width, TIGHT);
}

// The first that fits, or the narrowest; what is left over goes to the labels.
function narrowest(model, measure, preset, width, { least, numbers, line = true }) {
  const widthWith = (sizes) => widthOf(arranged(model, measure, sizes, line), line);
  // Clipped labels alone may give the room that lacks.
  const clippedWidth = widthWith({ ...preset, labelRoom: 0 });
  const start = Math.max(least, Math.min(1, width / clippedWidth + 0.15));
  for (let less = start; less >= least; less -= 0.03) {
    const sizes = narrowed(preset, less, numbers);
    if (widthWith(sizes) > width) continue;
    const fits = (blocks) => widthOf(blocks, line) <= width;
    return roomiest(model, measure, { ...sizes, labelRoom: preset.labelRoom }, line, fits);
  }
  return arranged(model, measure, narrowed(preset, least, numbers), line);
}

// As much room for labels as passes.
function roomiest(model, measure, { labelRoom, ...sizes }, line, passes) {
  const roomy = (room) => arranged(model, measure, { ...sizes, labelRoom: room }, line);
  let [least, beyond] = [0, labelRoom + 1];
  while (beyond - least > 1) {
    const middle = (least + beyond) >> 1;
    if (passes(roomy(middle))) least = middle;
    else beyond = middle;
  }
  return roomy(least);
}

// On a telephone matrices that belong together are rather small, and without titles, than cut off.
function miniOnLines(model, measure, sizes, width) {
  const lines = arranged(model, measure, { ...sizes, labelRoom: 0 }, false);
  if (widthOf(lines, false) <= width) return lines;
  return narrowest(model, measure, { ...sizes, terse: true }, width, { ...TIGHT, line: false });
}

// Room for labels must not part matrices that stand side by side without it, or cut one off.
function onLines(model, measure, sizes, width) {
  const tightest = arranged(model, measure, { ...sizes, labelRoom: 0 }, false);
  if (widthOf(tightest, false) > width) return oneByOne(model, measure, sizes, width);
  const lines = linesOf(tightest, width);
  const passes = (blocks) => widthOf(blocks, false) <= width && linesOf(blocks, width) === lines;
  return roomiest(model, measure, sizes, false, passes);
}

// Each on a line of its own, so that a wide one does not narrow the others.
function oneByOne(model, measure, sizes, width) {
  const breaking = { ...sizes, breaks: true, gap: DENSE };
  return model.matrices.map((matrix, step) => {
    const alone = { ...model, matrices: [matrix] };
    const room = step ? width - ARROW : width;
    const [block] = narrowest(alone, measure, breaking, room, { ...TIGHT, line: false });
    return Object.assign(block, { step, place: [step, step] });
  });
}

// What a slider moves or a step builds stays beside the numbers it comes from. The step before them
// stands below; before a class a slider leaves it no room.
function firstApart(model, measure, preset, width, shares) {
  const [first, ...moved] = model.matrices;
  const of = (matrices) => ({ ...model, matrices });
  const fits = (blocks) => widthOf(blocks) <= width;
  const roomy = narrowest(of(moved), measure, preset, width, shares);
  const cut = !fits(roomy) && model.size === "presenter";
  const line = cut ? beforeAClass(of(moved), measure, preset, width) : roomy;
  const rest = fits(line) ? line : onLines(of(moved), measure, preset, width);
  const [apart] = onLines(of([first]), measure, preset, width);
  return [...rest, Object.assign(apart, { apart: true, place: [rest.length, rest.length] })];
}

// Somewhat lower rows where a low window would otherwise cut an equation.
function fittingHeight({ layout, matrices }, preset, height) {
  if (layout !== "equation") return preset;
  const tallest = new Map();
  for (const matrix of matrices) {
    const [band] = placeOf(matrix, preset);
    tallest.set(band, Math.max(tallest.get(band) ?? 0, matrix.rows.length));
  }
  const count = [...tallest.values()].reduce((sum, one) => sum + one, 0);
  const [roomy, ...rest] = preset.rows;
  const share = (height - 60 * tallest.size) / (count * roomy);
  const row = Math.round(roomy * Math.min(1, Math.max(preset.lowest, share)));
  const rows = [row, ...rest.map((lower) => Math.min(lower, row))];
  const below = between(tallest.get(Math.max(...tallest.keys())), rows);
  const others = count - tallest.get(Math.min(...tallest.keys()));
  const above = height - 60 * tallest.size - below * others;
  return preset.stacked ? { ...preset, rows } : { ...preset, rows, above };
}

function narrowed(preset, share, numbers) {
  const less = (sizes, by) => sizes.map((size) => Math.floor(size * by));
  const lessArea = ([height, width]) => {
    const [lower, narrower] = less([height, width], share);
    return [preset.stacked ? height : lower, narrower];
  };
  return {
    ...preset,
    labelRoom: 0,
    columns: less(preset.columns, Math.max(share, numbers)),
    operand: lessArea(preset.operand),
    result: lessArea(preset.result),
  };
}

// Of all that stands side by side; where a sequence takes several lines, of its widest step.
function widthOf(blocks, line = true) {
  if (!line) return Math.max(...stepWidths(blocks));
  const [standing, spanning] = [false, true].map((spans) =>
    bandsOf(
      blocks.filter((block) => block.spans === spans),
      1,
    ).map(({ members }) => {
      const labels = Math.max(...members.map(({ labelWidth }) => labelWidth));
      return labels + Math.max(...members.map(outerWidth));
    }),
  );
  const arrows = new Set(blocks.map(({ step }) => step)).size - 1;
  const sum = standing.reduce((before, width) => before + width, 4 + ARROW * arrows);
  return Math.max(sum, ...spanning);
}

function stepWidths(blocks) {
  const widths = new Map();
  for (const block of blocks) {
    const before = widths.get(block.step) ?? (widths.size ? ARROW : 4);
    widths.set(block.step, before + block.labelWidth + outerWidth(block));
  }
  return [...widths.values()];
}

// As the browser breaks them.
function linesOf(blocks, width) {
  let [lines, taken] = [0, Infinity];
  for (const step of stepWidths(blocks)) {
    if (taken + step > width) [lines, taken] = [lines + 1, 0];
    taken += step;
  }
  return lines;
}

// In a sequence a title may be longer than the matrix is wide.
function outerWidth(block) {
  if (block.step === undefined) return bodyWidth(block);
  const { headWidth, brokenWidth, preset } = block;
  return Math.max(preset.breaks ? brokenWidth : headWidth, bodyWidth(block));
}

// Titles wider than their columns take two lines where they would push a matrix out of sight.
function breakTitles(blocks, room) {
  const wider = blocks.map((block) => Math.max(0, block.headWidth - bodyWidth(block)));
  const needed = bandsOf(blocks, 1).map(({ members }) =>
    Math.max(...members.map((block) => wider[blocks.indexOf(block)])),
  );
  const breaks = widthOf(blocks) + needed.reduce((sum, one) => sum + one, 0) > room + GAP;
  for (const block of blocks) block.broken = breaks;
}
