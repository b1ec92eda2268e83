// The component: built once for its place on the page, then patched whenever Python sends data.

const REST = 150;
const UNANSWERED = 3000;
const mounted = new WeakMap();

export function draw({ data, parentElement, setTriggerValue }) {
  const view = mounted.get(parentElement) ?? mount(parentElement);
  view.trigger = setTriggerValue;
  view.send = (event, value) => send(view, event, value);
  view.told = data;
  if (confirms(view, data)) waitForRest(view);
  else showWhenStill(view);
  followSliders(view);
  stay(view);
}

// What the answer to an edit brings in moves the numbers: between the two clicks on the next cell it
// would take that cell away.
function showWhenStill(view) {
  const { edits, editor, clicked, told } = view;
  const wait = edits.length && !editor ? clicked + TWO_CLICKS - performance.now() : 0;
  clearTimeout(view.holding);
  if (wait > 0) view.holding = setTimeout(() => show(view, told), wait);
  else show(view, told);
}

function show(view, data) {
  clearTimeout(view.holding);
  view.data = data;
  update(view, unpack(data));
}

export { lookAhead };

function mount(parent) {
  element("style", "", parent).textContent = STYLE;
  const root = element("div", "view", parent);
  root.setAttribute("role", "group");
  const view = { root, blocks: new Map(), cursor: null, pin: null, clicked: -Infinity };
  Object.assign(view, { sent: [], edits: [], expected: [], unsent: [] });
  // Before a class it stays in sight.
  view.above = element("div", "above", root);
  view.finding = element("div", "finding", view.above);
  view.finding.id = "finding";
  root.setAttribute("aria-describedby", "finding");
  view.comparing = createCompare(view.above, view);
  view.arrowBox = element("div", "picture", root);
  view.scrub = createScrub(root, view);
  view.box = element("div", "box", root);
  view.plane = element("div", "plane", view.box);
  view.hints = element("div", "notes hints", root);
  view.legend = element("div", "legend", root);
  view.strip = createStrip(root, view);
  view.barBox = element("div", "picture scroller", root);
  listen(view);
  watchSizes(view);
  watchCuts(view);
  watchLanding(view);
  // The clicker comes back to the numbers.
  root.addEventListener("stand", () => standAtStep(view, pageOf(view), false));
  mounted.set(parent, view);
  return view;
}

function update(view, model) {
  const focused = focusedBlock(view);
  const before = view.pin;
  Object.assign(view, { model, theme: themeOf(view.root) });
  view.root.lang = model.language;
  view.root.setAttribute("aria-label", model.name);
  view.root.dataset.theme = view.theme.dark ? "dark" : "light";
  view.root.dataset.size = model.size;
  acceptPin(view, model.pin);
  const arrived = hasArrived(view, before);
  const stepped = stepTaken(view);
  if (arrived || stepped || !samePin(view.pin, before)) view.cursor = null;
  patchCompare(view);
  patchScrub(view);
  if (view.family !== view.theme.font) view.measure = measuring((view.family = view.theme.font));
  const rearranged = arrangeBlocks(view);
  patchLegend(view);
  patchArrows(view);
  patchEditor(view);
  acceptEdits(view);
  patchTrail(view);
  showCursor(view);
  restoreFocus(view, focused);
  if (view.accepted) {
    announce(view);
    // What the edit brings in above it and into the strip must not hide the cell.
    revealLater(view, activeCell(view), () => hasLeft(view));
  }
  view.accepted = false;
  if (stepped) showStep(view, stepped);
  if (arrived) arrive(view);
  if (rearranged || !samePin(view.pin, before)) revealPin(view);
  if (arrived || (view.seen && view.scrub.fresh)) revealLater(view, activeCell(view));
  laterMarkCuts(view);
  view.seen = true;
  waitForRest(view);
}

// A slider repaints the numbers alone; the rest of the page follows when it has come to rest, so
// that holding a key does not run the whole page for each step. Before Python has answered there is
// no rest.
function waitForRest(view) {
  clearTimeout(view.resting);
  if (view.expected.length) view.resting = setTimeout(() => withdraw(view), UNANSWERED);
  else if (view.model.rest_follows) view.resting = setTimeout(() => view.send("rest", true), REST);
}

// A message names the page it comes from. While another page is on its way, Streamlit would turn
// back, or draw a part of the old page into the new one and go blank. So it waits for Python's next
// word, and where the page is gone it is not sent.
function leave(view) {
  clearTimeout(view.staying);
  view.staying = setTimeout(() => stay(view), UNANSWERED);
}

function stay(view) {
  clearTimeout(view.staying);
  view.staying = null;
  if (view.root.isConnected) for (const message of view.unsent) view.trigger(...message);
  view.unsent = [];
}

function send(view, event, value) {
  if (view.staying) return view.unsent.push([event, value]);
  if (view.root.isConnected) view.trigger(event, value);
  if (event === "follow" || event === "back") leave(view);
}

// Where an equation is wider than its box, the number that is held is in sight.
function revealPin(view) {
  const cell = !view.model.build && pinnedCell(view.model, view.pin);
  if (cell) revealInBox(view, view.blocks.get(cell.key), cell);
}

// Whether columns came, went or became wider or narrower.
function arrangeBlocks(view) {
  view.width ??= view.root.clientWidth;
  view.arrangedFor = view.width;
  // Above and below the matrices a page shows its title and the strip, before a class one of them.
  const others = view.model.size === "presenter" ? 270 : 310;
  const room = { width: view.width, height: window.innerHeight - others };
  const layouts = arrange(view.model, view.measure, room);
  view.model.wide = view.model.layout === "equation" && widthOf(layouts) > room.width;
  patchBlocks(view, layouts);
  tightenTitles(view);
  const before = view.columns;
  view.columns = layouts
    .map(({ matrix, labelWidth, columnWidth }) => [matrix.columns.length, labelWidth, columnWidth])
    .join();
  return view.columns !== before;
}

// Another width may need other columns. What must be measured is measured here, after the
// browser has laid out: asking it earlier would make it do so twice.
function watchSizes(view) {
  const observer = new ResizeObserver(() => {
    view.width = view.root.clientWidth;
    if (view.model && view.width !== view.arrangedFor) {
      arrangeBlocks(view);
      patchArrows(view);
      showCursor(view);
      patchEditor(view);
      revealPin(view);
    }
    patchHints(view);
    laterMarkCuts(view);
  });
  for (const node of [view.root, view.box, view.plane]) observer.observe(node);
}

function patchBlocks(view, layouts) {
  const { blocks, plane, model } = view;
  const keys = new Set(layouts.map(({ matrix }) => matrix.key));
  for (const [key, block] of blocks) {
    if (keys.has(key)) continue;
    block.parts.forEach((part) => part.remove());
    blocks.delete(key);
  }
  const alone = new Set(stackedAlone(layouts));
  for (const layout of layouts) {
    const { key } = layout.matrix;
    if (!blocks.has(key)) blocks.set(key, createBlock(key));
    patchBlock(view, blocks.get(key), layout);
    // What is narrow is in sight with all columns of what stands above or below it.
    const fits = layout.labelWidth + bodyWidth(layout) <= view.width;
    const { head, body } = blocks.get(key);
    for (const part of [head, body]) part.classList.toggle("stays", fits && alone.has(layout));
  }
  view.plane.dataset.layout = model.layout;
  plane.classList.toggle("broken", layouts.some(({ broken }) => broken));
  plane.style.setProperty("--gap", `${layouts[0].preset.gap}px`);
  plane.style.setProperty("--room", `${view.width}px`);
  const tall = layouts.some((layout) => layout.tall);
  view.box.classList.toggle("tall", tall);
  if (model.layout === "equation") placeInBands(plane, layouts, blocks);
  else placeInSequence(plane, layouts, blocks);
}

// On a telephone, what has nothing beside it.
function stackedAlone(layouts) {
  const spanning = layouts.filter(({ spans }) => spans);
  const others = layouts.filter(({ spans }) => !spans);
  const beside = new Set(others.map(({ place }) => place[1]));
  return spanning.length && beside.size === 1 ? layouts : spanning;
}

// Each band has three rows (head, body, note) and two columns (row labels, body).
function placeInBands(plane, layouts, blocks) {
  const stacked = layouts.some(({ spans }) => spans);
  const bands = bandsOf(
    layouts.filter(({ spans }) => !spans),
    1,
  );
  const widths = bands.map(({ members }) => Math.max(...members.map((one) => one.labelWidth)));
  const tracks = widths.map((width) => `${width}px max-content`).join(" ");
  // What spans them all and is wider must not draw them apart.
  setStyle(plane, "gridTemplateColumns", stacked ? `${tracks} 1fr` : tracks);
  const structure = layouts.map(({ matrix, place }) => `${matrix.key} ${place}`).join("|");
  if (plane.dataset.structure === structure) return;
  plane.dataset.structure = structure;
  plane.replaceChildren();
  const rows = bandsOf(layouts, 0).map(({ members }) => members[0].place[0]);
  const columns = bands.map(({ members }) => members[0].place[1]);
  for (const { matrix, place, spans } of layouts) {
    const row = 3 * rows.indexOf(place[0]) + 1;
    const column = spans ? 1 : 2 * columns.indexOf(place[1]) + 1;
    placeParts(plane, blocks.get(matrix.key), row, column, spans ? " / -1" : "");
  }
}

// Row labels span to the end of the plane, so that they can stick to its left edge all the way.
function placeParts(parent, block, row, column, end = "") {
  const areas = [
    [row, `${column + 1}${end}`],
    [row, `${column} / -1`],
    [row + 1, `${column} / -1`],
    [row + 1, `${column + 1}${end}`],
    [row + 2, `${column + 1}${end}`],
  ];
  block.parts.forEach((part, index) => {
    part.style.gridRow = areas[index][0];
    part.style.gridColumn = areas[index][1];
  });
  parent.append(...block.parts);
}

// Side by side; an arrow leads to the next step, the matrices of one step stay together.
function placeInSequence(plane, layouts, blocks) {
  setStyle(plane, "gridTemplateColumns", "");
  const structure = `sequence ${layouts.map(({ matrix, step, apart }) => [matrix.key, step, apart])}`;
  if (plane.dataset.structure !== structure) {
    plane.dataset.structure = structure;
    plane.replaceChildren();
    layouts.forEach(({ matrix, step, apart }, index) => {
      const first = index === 0 || layouts[index - 1].step !== step;
      const group = first ? element("div", apart ? "step apart" : "step", plane) : plane.lastChild;
      placeParts(element("div", "unit", group), blocks.get(matrix.key), 1, 1);
    });
  }
  plane.querySelectorAll(".unit").forEach((unit, index) => {
    setStyle(unit, "gridTemplateColumns", `${layouts[index].labelWidth}px max-content`);
  });
}

// One scale a limit: matrices that share their limits share their legend.
function patchLegend(view) {
  const { model, legend } = view;
  const scales = new Map();
  for (const matrix of model.matrices) {
    const { symbol } = matrix;
    const { scale, limit } = scaleOf(model, matrix);
    const key = `${scale} ${limit}`;
    scales.set(key, { scale, limit, symbols: [...(scales.get(key)?.symbols ?? []), symbol] });
  }
  const masked = model.matrices.some(
    (matrix) => matrix.values.numbers.includes(MASKED) || matrix.masked?.numbers.includes(1),
  );
  const compared = isCompared(model);
  const look = JSON.stringify([...scales.values(), masked, compared, model.texts]);
  if (legend.dataset.look === look) return;
  legend.dataset.look = look;
  legend.setAttribute("role", "group");
  legend.setAttribute("aria-label", model.texts.legend);
  legend.replaceChildren(...[...scales.values()].map(legendEntry));
  if (masked) {
    const entry = element("span", "scale", legend);
    element("span", "swatch masked", entry);
    entry.append(model.texts.legend_masked);
  }
  const faded = compared ? model.texts.legend_unmoved : model.texts.legend_faded;
  if (faded) element("span", "scale", legend).append(faded);
}

function legendEntry({ scale, limit, symbols }) {
  const entry = element("span", "scale");
  symbols.forEach((symbol) => setSymbol(element("b", "", entry), symbol));
  const ends = scale === "weights" ? ["0", "1"] : [shown(-limit, 2), shown(limit, 2, true)];
  entry.append(ends[0]);
  element("span", `swatch ${scale}`, entry);
  entry.append(ends[1]);
  return entry;
}

function patchHints({ model, root, box, hints, blocks }) {
  if (!model) return;
  const coloured = [...blocks.values()].some(({ numeric }) => !numeric);
  // At the right there is a gap that nobody misses.
  const scrolls = box.scrollWidth > box.clientWidth + GAP;
  const lines = [coloured && model.texts.colour_only, scrolls && model.texts.scroll_hint];
  for (const scroller of root.querySelectorAll(".scroller")) makeReachable(scroller);
  setText(hints, lines.filter(Boolean).join(" \u00b7 "));
}

// What scrolls and holds nothing to focus must itself be reached by the keyboard.
function makeReachable(scroller) {
  if (scroller.scrollWidth > scroller.clientWidth + 1) scroller.tabIndex = 0;
  else scroller.removeAttribute("tabindex");
}

function focusedBlock(view) {
  const node = view.root.getRootNode().activeElement;
  const block = node && blockOf(view, node);
  return block ? block.key : null;
}

// A cell that is gone hands the focus to its neighbour, a grid that is gone to the first one.
function restoreFocus(view, key) {
  if (!key || focusedBlock(view) === key) return;
  const block = view.blocks.get(key) ?? view.blocks.values().next().value;
  (nodeAt(block, block.current.row, block.current.column) ?? block.grid).focus({
    preventScroll: true,
  });
}
