// In front of a class the page scrolls along: what a step is about is in sight, above the strip.

const AXES = [
  ["left", "right"],
  ["top", "bottom"],
];

function tightenTitles({ model, box, plane }) {
  plane.classList.remove("tight");
  if (model.size !== "presenter" || model.layout !== "equation") return;
  // At the right there is a gap that nobody misses.
  plane.classList.toggle("tight", box.scrollWidth > box.clientWidth + GAP);
}

function showStep(view, taken) {
  // A cell that was given the focus back has taken the cursor with it.
  moveCursor(view, null);
  if (taken === "step") announceStep(view);
  if (view.model.size !== "presenter") return;
  const page = pageOf(view);
  const begins = taken === "page" || view.model.step[1] === 0;
  if (!begins) return standAtStep(view, page, Boolean(builtCell(view.model)));
  moveInto(view.box, boxRoom(view), areasOfStep(view));
  moveInto(page, pageRoom(page, view), areasOfPage(page, view), { mayStay: false });
}

function standAtStep(view, page, mayStay) {
  // The box first: where it moves to decides where the page has to.
  moveInto(view.box, boxRoom(view), areasOfStep(view));
  const room = pageRoom(page, view);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const behavior = still || !mayStay ? "auto" : "smooth";
  moveInto(page, room, areasOfStep(view), { behavior, mayStay, edges: edgesOf(view, room) });
}

// Where the view begins, and each of its matrices: nothing should be cut between these.
function edgesOf({ root, blocks }, { top, told }) {
  const heads = [...blocks.values()].map(({ head }) => head.getBoundingClientRect().top - top);
  return [root.getBoundingClientRect().top - top + told, ...heads];
}

// The most important first: the built cell, what it came from, the head of its matrix, all of these
// matrices, what is said below them. Where all is there, or a matrix comes as a whole, the last one.
function areasOfStep({ model, blocks, arrowBox }) {
  if (model.arrows?.in_turn) return [arrowBox.getBoundingClientRect()];
  const cell = builtCell(model);
  const block = blocks.get(cell?.key ?? model.matrices.at(-1).key);
  if (!cell) return [block.body.getBoundingClientRect(), boundsOf(block)];
  const operands = operandsOf(model, block.matrix, cell.row, cell.column);
  const parts = Object.entries(operands).map(([key, operand]) => [blocks.get(key), operand]);
  return [
    areaOf(block, cellRect(cell)),
    ...parts.map(([one, operand]) => areaOf(one, litOf(operand, one.matrix.values))),
    titleOf(block),
    ...parts.map(([one]) => wholeOf(one)),
    wholeOf(block),
    ...parts.map(([one]) => boundsOf(one)),
    boundsOf(block),
  ];
}

// Before the first step: the question, and with it, if there is room, the head of what is to come
// and all of it.
function areasOfPage(page, { model, blocks }) {
  const block = blocks.get(builtCell(model)?.key);
  const parts = [page.querySelector("h1"), block?.head, block?.body];
  return parts.filter(Boolean).map((part) => part.getBoundingClientRect());
}

function areaOf({ body, columnWidth, rowHeight }, [top, left, bottom, right]) {
  const { x, y } = body.getBoundingClientRect();
  return {
    left: x + FRAME + left * columnWidth,
    right: x + FRAME + right * columnWidth,
    top: y + FRAME + top * rowHeight,
    bottom: y + FRAME + bottom * rowHeight,
  };
}

// A head is as wide as its matrix, its words are not.
function titleOf({ head, headWidth }) {
  const { left, right, top, bottom } = head.getBoundingClientRect();
  return { left, right: Math.min(right, left + headWidth), top, bottom };
}

// With its head.
function wholeOf({ head, body }) {
  const [above, at] = [head, body].map((node) => node.getBoundingClientRect());
  const { left, bottom } = at;
  return { left, right: Math.max(above.right, at.right), top: above.top, bottom };
}

// With what is said below it.
function boundsOf(block) {
  const whole = wholeOf(block);
  return { ...whole, bottom: Math.max(whole.bottom, block.note.getBoundingClientRect().bottom) };
}

// Row labels stay at the left of the box, over what scrolls.
function boxRoom({ box, blocks }) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const labels = Math.max(...[...blocks.values()].map(({ labelWidth }) => labelWidth));
  return { left: left + labels, right, top, bottom };
}

// Between what lies over the page: the presenter's buttons and the sentence, and the strip.
function pageRoom(page, { above: told, strip }) {
  const { top, bottom } = page.getBoundingClientRect();
  const buttons = parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
  const [above, below] = [told, strip.box].map((node) => {
    const { position, visibility } = getComputedStyle(node);
    return position === "sticky" && visibility === "visible" ? node.offsetHeight : 0;
  });
  const [left, right] = [-Infinity, Infinity];
  const room = { left, right, top: top + buttons + above, bottom: bottom - below - GAP / 2 };
  return { ...room, told: above };
}

function pageOf({ root }) {
  return scrollerOf(root.getRootNode().host ?? root);
}

function scrollerOf(node) {
  for (let box = node; box; box = box.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
    if (scrolls && box.scrollHeight > box.clientHeight) return box;
  }
  return document.scrollingElement;
}

// Brings the first area into the room, and as many of the others as it holds with it; as little from
// the beginning as that takes, so that going back a step stands where it stood. What is in sight may
// stay as it is; but not a matrix that comes as a whole, with a page that grows and shrinks.
function moveInto(scroller, room, areas, { behavior = "auto", mayStay = true, edges = [] } = {}) {
  if (!areas.length) return;
  const now = [scroller.scrollLeft, scroller.scrollTop];
  const [left, top] = AXES.map(([start, end], axis) => {
    let [low, high] = [areas[0][start], areas[0][end]];
    for (const area of areas) {
      const wider = [Math.min(low, area[start]), Math.max(high, area[end])];
      if (wider[1] - wider[0] <= room[end] - room[start]) [low, high] = wider;
    }
    if (mayStay && low >= room[start] && high <= room[end]) return now[axis];
    const least = Math.min(high - room[end], low - room[start]);
    if (now[axis] + least <= 0) return 0;
    const further = edges.filter((edge) => edge >= least && low - edge >= room[start] - 1);
    return now[axis] + (start === "top" && further.length ? Math.min(...further) : least);
  });
  scroller.scrollTo({ left, top, behavior });
}
