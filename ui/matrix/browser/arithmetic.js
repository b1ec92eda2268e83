// A cell's arithmetic as a line of parts. Terms are products of two given numbers; every other
// number is the core's.

function number(text, owner, cell) {
  return { text, owner, cell, kind: "number" };
}

function sign(text) {
  return { text, kind: "sign" };
}

function bracketed(text) {
  return text.startsWith(MINUS) ? `(${text})` : text;
}

// Parts that stay on one line.
function together(...parts) {
  return { kind: "together", parts };
}

// "1 − 2" rather than "1 + (−2)".
function chain(texts) {
  return texts.map((text, index) => {
    if (!index) return number(text);
    const negative = text.startsWith(MINUS);
    return together(sign(negative ? MINUS : "+"), number(negative ? text.slice(1) : text));
  });
}

function result(text) {
  return { text, kind: "result" };
}

// Where the last relation sign stands with the result behind it; a line on its way has neither.
function endOf(parts) {
  const last = parts.at(-1);
  if (last?.kind === "result") return parts.length - 2;
  return last?.parts?.at(-1).kind === "result" ? parts.length - 1 : parts.length;
}

function arithmetic(model, matrix, row, column) {
  if (termsBuilt(model, matrix, row, column)) return partialSteps(model, matrix, row, column);
  const hidden = whatHides(model, matrix, row, column);
  if (hidden) return { parts: [], notes: [{ template: model.texts[hidden], places: {} }] };
  const kind = sumKind(matrix, row, column);
  if (kind) return sumSteps(matrix, kind, row, column);
  if (isMasked(model, matrix, row, column)) return maskedSteps(model, matrix, row, column);
  if (isBetween(model, matrix)) return betweenSteps(model, matrix, row, column);
  if (isAddedTo(matrix, row)) return addedSteps(model, matrix, row, column);
  // What was typed over no longer comes from anywhere.
  if (isEdited(matrix, row, column)) return givenSteps(model, matrix, row, column);
  const steps = {
    product: productSteps,
    scale: scaleSteps,
    softmax: softmaxSteps,
    copy: copySteps,
  };
  return (
    steps[matrix.recipe?.kind]?.(model, matrix, row, column) ??
    givenSteps(model, matrix, row, column)
  );
}

// Why the cell, or a number it was computed from, does not show: the name of its sentence.
function whatHides(model, matrix, row, column) {
  const own = sumKind(matrix, row, column) ? null : { [matrix.key]: { row, column } };
  const areas = Object.entries({ ...operandsOf(model, matrix, row, column), ...own });
  const shown = areas.flatMap(([key, area]) => {
    const source = model.byKey.get(key);
    return source && (source.covered || source.unbuilt) ? whyHidden(source, area) : [];
  });
  return ["unbuilt", "covered"].find((why) => shown.includes(why));
}

function whyHidden(matrix, area) {
  const [top, left, bottom, right] = litOf(area, matrix.values);
  const found = new Set();
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++)
      if (isCovered(matrix, row, column))
        found.add(isUnbuilt(matrix, row, column) ? "unbuilt" : "covered");
  return [...found];
}

function maskedSteps(model, matrix, row, column) {
  const places = placesOf(matrix, row, column);
  return { parts: [], notes: [{ template: model.texts.why_masked, places }] };
}

// The number alone: what it is computed from is on its way.
function betweenSteps(model, matrix, row, column) {
  const { parts } = givenSteps(model, matrix, row, column);
  return { parts, notes: [{ template: model.texts.scrubbed, places: {} }] };
}

function isAddedTo({ added }, row) {
  return added?.row === row && added.amount !== 0;
}

// The slider's number is added to the score that another page computes.
function addedSteps({ scrub }, matrix, row, column) {
  const values = [at(matrix.kept, row, column), matrix.added.amount, at(matrix.values, row, column)];
  const [base, amount, sum] = values.map((value) => readable(value));
  const exact = areExact([base, amount, sum], values);
  const equal = relation(sumOf([base, amount].map(decimal)), decimal(sum), exact);
  const parts = [number(bracketed(base)), sign("+"), number(bracketed(amount))];
  const notes = [{ template: "{label}", places: { label: scrub.label } }];
  return { parts: [...parts, sign(equal), result(sum)], notes };
}

function givenSteps(model, matrix, row, column) {
  const value = at(matrix.values, row, column);
  const typed = isEdited(matrix, row, column);
  // What was typed is said as it was.
  const text = typed ? String(value).replaceAll("-", MINUS) : readable(value, 4);
  const equal = !typed && exactDecimals(value, 3) === null ? "\u2248" : "=";
  const name = {
    text: `${matrix.symbol}[${row + 1}, ${column + 1}]`,
    owner: matrix.owner,
    kind: "name",
    // What another page computes leads there.
    cell: matrix.source_page ? { key: matrix.key, row, column } : undefined,
  };
  const chosen = matrix.by_hand && at(matrix.by_hand, row, column) === 1;
  const given = typed
    ? model.texts.edited_note
    : chosen
      ? matrix.given_by_hand
      : matrix.given;
  const notes = given ? [{ template: given, places: {} }] : [];
  return { parts: [name, sign(equal), result(text)], notes };
}

function sumSteps(matrix, kind, row, column) {
  const terms = kind === "row" ? rowOf(matrix.values, row) : columnOf(matrix.values, column);
  const total = kind === "row" ? matrix.row_sums.numbers[row] : matrix.column_sums.numbers[column];
  const finite = terms.filter(Number.isFinite);
  const { texts, sum, total: settled } = addends(finite, total, matrix.decimals);
  const exact = areExact([...texts, sum], [...finite, settled]);
  const equal = relation(sumOf(texts.map(decimal)), decimal(sum), exact);
  return { parts: [...chain(texts), sign(equal), result(sum)], notes: [] };
}

function productSteps(model, matrix, row, column) {
  const pair = factors(model, matrix);
  if (!pair) return null;
  const { left, above } = pair;
  const a = rowOf(left.values, row);
  const b = columnOf(above.values, column);
  const terms = a.map((value, t) => value * b[t]);
  const total = at(matrix.values, row, column);
  const { texts, sum, total: settled, write } = addends(terms, total);
  const pairs = terms.map((term, t) => factorTexts([a[t], b[t]], term, write));
  const leftTexts = pairs.map((pair) => pair[0]);
  const aboveTexts = pairs.map((pair) => pair[1]);
  const products = leftTexts.map((text, t) => times(decimal(text), decimal(aboveTexts[t])));
  const parts = leftTexts.map((text, t) =>
    together(
      ...(t ? [sign("+")] : []),
      number(bracketed(text), left.owner, { key: left.key, row, column: t }),
      sign("\u00d7"),
      number(bracketed(aboveTexts[t]), above.owner, { key: above.key, row: t, column }),
    ),
  );
  const factored = areExact([...leftTexts, ...aboveTexts], [...a, ...b]);
  const multiplied = areExact(texts, terms);
  const ended = areExact([sum], [settled]);
  const [value, added] = [products, texts.map(decimal)].map(sumOf);
  const whole = relation(value, added, factored && multiplied);
  const steps = texts.length > 1 ? [sign(whole), ...chain(texts)] : [];
  const equal =
    texts.length > 1
      ? relation(added, decimal(sum), multiplied && ended)
      : relation(value, decimal(sum), factored && ended);
  return { parts: [...parts, ...steps, together(sign(equal), result(sum))], notes: [] };
}

function scaleSteps(model, matrix, row, column) {
  const source = model.byKey.get(matrix.recipe.source);
  if (!source) return null;
  const { divisor, divisor_label: label } = matrix.recipe;
  const from = readable(at(source.values, row, column));
  const by = readable(divisor);
  const value = at(matrix.values, row, column);
  const to = readable(value, matrix.decimals);
  const first = number(bracketed(from), source.owner, { key: source.key, row, column });
  const parts = [first, sign("\u00f7"), number(label)];
  if (label !== by) {
    const equal = exactDecimals(divisor, 3) === null ? "\u2248" : "=";
    parts.push(sign(equal), number(bracketed(from)), sign("\u00f7"), number(by));
  }
  const exact = areExact([from, by, to], [at(source.values, row, column), divisor, value]);
  const equal = relation(decimal(from), times(decimal(to), decimal(by)), exact);
  return { parts: [...parts, sign(equal), result(to)], notes: [] };
}

function softmaxSteps(model, matrix, row, column) {
  const { recipe } = matrix;
  const source = model.byKey.get(recipe.source);
  if (!source) return null;
  const down = recipe.by_column;
  const [line, place] = down ? [column, row] : [row, column];
  const total = recipe.totals.numbers[line];
  const exponentials = (down ? columnOf : rowOf)(recipe.exponentials, line);
  const { texts, sum, write } = addends(exponentials, total);
  const writeOwn = (value) => visible(write(value), value);
  const own = writeOwn(exponentials[place]);
  const [score, shift] = [at(source.values, row, column), recipe.shift.numbers[line]];
  const power = exponent(score, shift, source.decimals, (value) => numberIn(writeOwn(value)) === numberIn(own));
  const terms = texts.map((text, index) => {
    const cell = { key: source.key, ...(down ? { row: index, column } : { row, column: index }) };
    const term = { text, kind: "term", strong: index === place, cell };
    return index ? together(sign("+"), term) : term;
  });
  const added = areExact([...texts, sum], [...exponentials, total]);
  const first = relation(sumOf(texts.map(decimal)), decimal(sum), score === shift && added);
  const value = at(matrix.values, row, column);
  const to = readable(value);
  const exact = areExact([own, sum, to], [exponentials[place], total, value]);
  const last = relation(decimal(own), times(decimal(to), decimal(sum)), exact);
  const parts = [
    { text: "e", kind: "power", power: power.parts, cell: { key: source.key, row, column } },
    sign("\u00f7"),
    number("("),
    ...terms,
    number(")"),
    sign(first),
    { ...number(own), strong: true },
    sign("\u00f7"),
    number(sum),
    sign(last),
    result(to),
  ];
  const notes = shift
    ? [{ template: model.texts[down ? "shifted_column" : "shifted"], places: { shift: power.shift } }]
    : [];
  return { parts, notes };
}

// The fewest decimals, up to 6, with which e to this power is the exponential that is shown.
function exponent(score, shift, least, gives) {
  let power;
  for (let places = least; places <= MOST_DECIMALS; places++) {
    power = { score: shown(score, places), shift: readable(shift, places) };
    if (gives(Math.exp(numberIn(power.score) - numberIn(power.shift)))) break;
  }
  const { score: text, shift: by } = power;
  return { shift: by, parts: shift ? `${text} ${MINUS} ${bracketed(by)}` : bracketed(text) };
}

function copySteps(model, matrix, row, column) {
  const source = model.byKey.get(matrix.recipe.source);
  if (!source) return null;
  const steps = givenSteps(model, source, row, column);
  steps.parts[0].cell = { key: source.key, row, column };
  return { ...steps, notes: [{ template: model.texts.copied, places: {} }] };
}
