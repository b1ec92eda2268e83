// Bars in motion: painted over their places, for the reason that numbers are.

function readySketch(view) {
  const { barBox, bars, root } = view;
  if (bars.sketch) return bars.sketch;
  const style = getComputedStyle(root);
  const { figure } = bars.lines[0].cells[0];
  const fonts = [figure, bars.lines[0].cells[0].rank].map(
    (node) => `${getComputedStyle(node).fontSize} ${view.family}`,
  );
  const box = barBox.getBoundingClientRect();
  const left = bars.lines[0].label.getBoundingClientRect().right;
  const top = bars.lines[0].label.getBoundingClientRect().top;
  const bottom = bars.lines.at(-1).label.getBoundingClientRect().bottom;
  const from = ({ left: x, top: y, width, height }) => ({ x: x - left, y: y - top, width, height });
  const lines = bars.lines.map(({ cells }) =>
    bars.seen.map((place) => ({
      place,
      figure: from(cells[place].figure.getBoundingClientRect()),
      track: from(cells[place].fill.parentNode.getBoundingClientRect()),
    })),
  );
  const canvas = bars.canvas ?? element("canvas", "in-motion");
  if (!canvas.parentNode) barBox.append(canvas);
  canvas.setAttribute("aria-hidden", "true");
  canvas.hidden = false;
  setStyle(canvas, "left", `${left - box.left + barBox.scrollLeft}px`);
  setStyle(canvas, "top", `${top - box.top + barBox.scrollTop}px`);
  const context = sized(canvas, box.right - left, bottom - top);
  const [frame, quiet] = ["--frame", "--quiet"].map((name) => style.getPropertyValue(name));
  const page = css(view.theme.page);
  bars.canvas = canvas;
  bars.sketch = { context, lines, fonts, frame, quiet, page, ink: style.color };
  return bars.sketch;
}

function sketchLine(view, index, series, row, limit) {
  const { sketch } = view.bars;
  const { context, lines, fonts } = sketch;
  const ranks = [];
  Object.assign(context, { textBaseline: "middle", textAlign: "left", font: fonts[0] });
  for (const { place, figure, track } of lines[index]) {
    if (isStill(series, row, place)) continue;
    const value = at(series.values, row, place);
    const text = shown(value, series.decimals, series.scale === "signed");
    const rank = series.ranks ? String(at(series.ranks, row, place)) : "";
    const width = view.measure(text, parseFloat(fonts[0]));
    const badge = rank && Math.max(14, view.measure(rank, parseFloat(fonts[1]))) + 8;
    const x = figure.x + (figure.width - width - (rank ? badge + 4 : 0)) / 2;
    const y = figure.y + figure.height / 2;
    context.fillStyle = sketch.ink;
    context.fillText(text, x, y + 1);
    if (rank) ranks.push([rank, x + width + 4, y, badge]);
    sketchBar(sketch, series, value / limit, track);
  }
  Object.assign(context, { textAlign: "center", font: fonts[1] });
  for (const rank of ranks) sketchRank(sketch, ...rank);
}

// Masked or covered, it does not move.
function isStill(series, row, place) {
  const masked = at(series.values, row, place) === MASKED || (series.ranks && !at(series.ranks, row, place));
  return masked || isCovered(series, row, place);
}

function sketchRank({ context, quiet, page, ink }, rank, x, y, width) {
  const first = rank === "1";
  context.beginPath();
  context.roundRect(x + 0.5, y - 7.5, width - 1, 15, 7.5);
  context.fillStyle = ink;
  if (first) context.fill();
  context.strokeStyle = first ? ink : quiet;
  context.stroke();
  context.fillStyle = first ? page : quiet;
  context.fillText(rank, x + width / 2, y + 1);
}

function sketchBar({ context, frame, quiet, page }, { scale, muted }, size, { x, y, width, height }) {
  const signed = scale === "signed";
  const room = signed ? height / 2 : height;
  const length = room * Math.max(0.025, Math.min(1, Math.abs(size)));
  const foot = y + room;
  const up = size >= 0;
  context.fillStyle = quiet;
  if (signed) context.fillRect(x - 16, foot - 0.5, width + 32, 1);
  context.fillStyle = signed ? (up ? "#4393c3" : "#d6604d") : frame;
  const top = up ? foot - length : foot;
  if (!muted) context.fillRect(x, top, width, length);
  else for (let stripe = 0; stripe < width; stripe += 4) context.fillRect(x + stripe, top, 2, length);
  context.fillStyle = page;
  if (Math.abs(size) > 1 + 1e-9) context.fillRect(x - 2, up ? top + 3 : top + length - 6, width + 4, 3);
}
