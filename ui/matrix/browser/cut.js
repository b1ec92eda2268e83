// A number that the row labels or the edge of its box half cover would read as another number:
// until it is all in sight, only its colour shows. So with the names of columns and titles. Labels
// that something has scrolled under cast a shadow on it.

function watchCuts(view) {
  for (const box of [view.box, view.barBox])
    box.addEventListener("scroll", () => laterMarkCuts(view), { passive: true });
}

// Once a frame, after the browser has laid out.
function laterMarkCuts(view) {
  view.cutting ??= requestAnimationFrame(() => {
    view.cutting = null;
    markCuts(view);
  });
}

function markCuts({ box, barBox, blocks }) {
  barBox.classList.toggle("shades", barBox.scrollLeft > 0);
  const edge = box.getBoundingClientRect();
  const whole = box.scrollWidth <= box.clientWidth + 1;
  const left = whole ? -Infinity : edge.left;
  const seen = [...blocks.values()].map((block) => [
    block,
    left,
    // Labels that stand where they belong cover nothing; stuck ones lie over their band.
    whole ? left : Math.max(left, ...stuckEdges(block, blocks, left)),
    whole ? Infinity : left + box.clientWidth,
    block.body.getBoundingClientRect().left + FRAME,
    whole ? null : titleRects(block),
  ]);
  for (const one of seen) markBlockCuts(...one);
}

function stuckEdges(block, blocks, left) {
  return block.bandMates
    .filter((one) => one.showsRows)
    .map(({ matrix }) => blocks.get(matrix.key).rowLabels.box.getBoundingClientRect())
    .filter((rect) => rect.left <= left + 2)
    .map((rect) => rect.right);
}

function titleRects({ symbol, shape, columnAxis }) {
  return [symbol, shape, columnAxis].map((node) => node.getBoundingClientRect());
}

function markBlockCuts(block, edge, from, to, start, titles) {
  const { columnWidth, sumWidth, rowLabels, columnLabels, rows, sums, sumTitle, matrix } = block;
  rowLabels.box.classList.toggle("shades", start < from - 1);
  const mark = (node, column, { after = from, beyond = 0, width = columnWidth } = {}) => {
    const left = start + column * columnWidth + beyond;
    node?.toggleAttribute("data-cut", left < after - 1 || left + width > to + 1);
  };
  const markSum = (node) =>
    mark(node, matrix.columns.length, { beyond: SUM_GAP, width: sumWidth });
  for (const { cells, sum } of rows) {
    cells.forEach(({ node }, column) => mark(node, column));
    markSum(sum);
  }
  // A heading with nothing under it would say that there is nothing.
  markSum(sumTitle);
  // Beside the sums below a matrix there are no labels.
  sums?.cells.forEach(({ node }, column) => mark(node, column, { after: edge }));
  columnLabels.items.forEach((node, place) => mark(node, columnLabels.shown[place]));
  [block.symbol, block.shape, block.columnAxis].forEach((node, place) => {
    // On a line of its own nothing lies over it.
    const beside = place && titles?.[place].top < titles?.[0].bottom;
    const taken = beside ? Math.max(from, titles[0].right) : from - 1;
    node.toggleAttribute("data-cut", titles?.[place].left < taken);
  });
}
