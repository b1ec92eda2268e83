// The build-up of a product for a class: what the step has not reached is left blank.

// Python says how far it is: whole rows, cells of the next row, terms of the next cell.
function applyBuild(model) {
  if (!model.build) return;
  const { key, rows, columns } = model.build;
  const matrix = model.byKey.get(key);
  const { values } = matrix;
  const numbers = Float64Array.from(values.numbers, (_, index) => {
    const row = Math.floor(index / values.columns);
    return Number(row > rows || (row === rows && index % values.columns >= columns));
  });
  matrix.unbuilt = { numbers, rows: values.rows, columns: values.columns };
  for (const series of model.bars?.series ?? []) {
    // The same numbers were sent once.
    if (series.values.numbers.byteOffset === values.numbers.byteOffset)
      series.unbuilt = matrix.unbuilt;
  }
}

function isUnbuilt({ unbuilt }, row, column) {
  return Boolean(unbuilt) && at(unbuilt, row, column) === 1;
}

// The cell of the step. Of a whole row it is the one in the column of the pin, so that all rows tell
// of the same column, else the last one; where what it came from would not be in sight with that, the
// first one.
function builtCell(model) {
  const { build, query, pin, wide } = model;
  if (!build) return build;
  const { key, row, column, columns, terms } = build;
  const cellByCell = model.byKey.get(key).query_rows && row === query;
  if (columns + terms > 0 || cellByCell) return { key, row, column };
  const held = pinnedCell(model, pin);
  const sources = [key, model.byKey.get(key).recipe?.above];
  const kept = sources.includes(held?.key) ? held.column : column;
  return { key, row, column: wide ? 0 : kept };
}

// Terms of the cell that is on its way, else 0.
function termsBuilt({ build }, matrix, row, column) {
  const here = build?.key === matrix.key && build.row === row && build.column === column;
  return here && isUnbuilt(matrix, row, column) ? build.terms : 0;
}

function partialSteps(model, matrix, row, column) {
  const terms = termsBuilt(model, matrix, row, column);
  const { parts } = productSteps(model, matrix, row, column);
  return { parts: [...parts.slice(0, terms), sign("+"), sign("\u2026")], notes: [] };
}

// The page of the view before: a page that is built anew, as for another way to compute, has another.
let lastPage;

// What brought the view to its step: another one of this page, or a page that begins; else nothing.
function stepTaken(view) {
  const [page, step] = view.model.step ?? [];
  const before = view.at ?? (page && page === lastPage ? [page] : undefined);
  view.at = [page, step];
  lastPage = page;
  if (!page || String(before) === String(view.at)) return null;
  // Presenter mode begins with the page; a reader who watches stays where he is.
  const last = before?.[0] ?? (view.model.size === "presenter" ? null : page);
  return before && last === page ? "step" : "page";
}

// The strip speaks of a step on its way, the sentence above of what is all there.
function announceStep(view) {
  if (view.model.build) announce(view);
  else setText(view.strip.live, view.finding.textContent);
}
