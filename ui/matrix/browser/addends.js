// With how many digits terms and their sum are written. The rule is the one of ui/addends.py.

// More of them no reader compares.
const MOST_DECIMALS = 6;

// Terms and their sum as texts, and how one of them is written.
function addends(terms, sum, least = 3) {
  const total = settled(terms, sum);
  const write = writerOf(terms, total, least);
  return { texts: terms.map(write), sum: write(total), total, write };
}

// As many decimals as tell the largest number, and a few more if they make what is shown add up.
function writerOf(terms, total, least) {
  const all = [...terms, total];
  if (all.every((value) => exactDecimals(value, 3) !== null)) return (value) => rounded(value);
  const telling = Math.max(least, decimalsThatTell(all));
  if (telling > MOST_DECIMALS) return (value) => visible("0", value);
  const places = decimalsThatAdd(terms, total, telling) ?? Math.max(3, telling);
  return (value) => fixed(value, places);
}

// Decimals with which the shown terms add up to the shown sum: up to 4, or one more than `least`.
function decimalsThatAdd(terms, total, least) {
  const most = Math.min(MOST_DECIMALS, Math.max(4, least + 1));
  for (let places = least; places <= most; places++) {
    const parts = terms.map((term) => decimal(fixed(term, places)));
    if (same(sumOf(parts), decimal(fixed(total, places)))) return places;
  }
  return null;
}

// A sum without what adding up leaves behind where the terms cancel out.
function settled(terms, total) {
  const largest = Math.max(0, ...terms.map(Math.abs));
  return Math.abs(total) <= 1e-14 * largest ? 0 : total;
}

// The decimals that show two digits of the largest number.
function decimalsThatTell(values) {
  const largest = Math.max(...values.map(Math.abs));
  return largest ? 1 - Math.floor(Math.log10(largest)) : 0;
}

// Three decimals, unless what they give as they are shown is more than a tenth off.
function factorTexts(pair, term, write) {
  const texts = pair.map((value) => rounded(value));
  const [product, shownTerm] = [numberIn(texts[0]) * numberIn(texts[1]), numberIn(write(term))];
  const near = Math.abs(product - term) <= Math.abs(term) / 10;
  return near || numberIn(write(product)) === shownTerm ? texts : pair.map(precise);
}

// As a factor: three digits of what is small and not exact with three decimals.
function precise(value) {
  const text = readable(value);
  return Math.abs(value) >= 0.1 || says(numberIn(text), value) ? text : few(value);
}
