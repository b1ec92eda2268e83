// Numbers as text, and exact arithmetic on that text. The rule is the one of ui/numbers.py.

const MINUS = "\u2212";

function shown(value, decimals, signed = false) {
  if (value === 0) return "0";
  const text = digits(Math.abs(value), decimals);
  return signOf(value, text, signed) + text;
}

// A number that is not 0 but would read so: 1e−7.
function small(value) {
  return value.toExponential().replace("e+", "e").replaceAll("-", MINUS);
}

// A typed number, which counts as it was typed.
function typedShown(value, decimals, signed) {
  const text = shown(value, decimals, signed);
  if (value === 0 || Number(text.replace(MINUS, "-"))) return text;
  return (value > 0 && signed ? "+" : "") + small(value);
}

// What rounds to zero is shown neither below nor above it.
function signOf(value, text, signed = false) {
  if (Number(text) === 0) return "";
  return value < 0 ? MINUS : signed ? "+" : "";
}

// From here on a fixed number of decimals is wider than a cell and says nothing more.
function isLong(value) {
  return Math.abs(value) >= 1e7;
}

function digits(size, decimals) {
  if (Number.isInteger(size) && size < 1e15) return String(size);
  if (isLong(size)) return size.toExponential(decimals).replace("e+", "e");
  return plain(size, decimals);
}

// Halves are rounded away from zero. 0.955 is a half of the last of two digits, though as a float it
// is a little less; so is 0.0149999999999997, which is left of 5.33 − 5.315.
function plain(value, decimals) {
  const size = Math.abs(value);
  return (Math.sign(value) * (size + 5e-13 + size * 1e-15)).toFixed(decimals);
}

// The fewest decimals, up to `most`, that write the value as it was meant: 0.1 + 0.2 needs one.
function exactDecimals(value, most) {
  for (let places = 0; places <= most; places++) {
    if (says(Number(plain(value, places)), value)) return places;
  }
  return null;
}

// A number where it is exact with up to 3 decimals, else rounded to `places`, but never to zero.
function readable(value, places = 3) {
  return visible(rounded(value, places), value);
}

function rounded(value, places = 3) {
  return fixed(value, exactDecimals(value, 3) ?? places);
}

function visible(text, value) {
  return value && numberIn(text) === 0 ? few(value) : text;
}

// Three digits, however small the number.
function few(value) {
  const number = Number((value * (1 + 1e-12)).toPrecision(3));
  return Math.abs(number) < 1e-4 ? small(number) : String(number).replace("-", MINUS);
}

// Like shown, but 2.9999999999999996 with no decimals is 3.
function fixed(value, places) {
  if (isLong(value)) return shown(value, places);
  const text = value ? plain(Math.abs(value), places) : "0";
  return signOf(value, text) + (Number.isInteger(value) ? digits(Math.abs(value), 0) : text);
}

function numberIn(text) {
  return Number(text.replaceAll(MINUS, "-"));
}

// "−0.71" as −71 with 2 places; null for a power of ten, which stands for a rounded number.
function decimal(text) {
  if (text.includes("e")) return null;
  const [whole, part = ""] = text.replace(MINUS, "-").replace("+", "").split(".");
  return { units: BigInt(whole + part), places: part.length };
}

function times(a, b) {
  return a && b && { units: a.units * b.units, places: a.places + b.places };
}

function plus(a, b) {
  if (!a || !b) return null;
  const places = Math.max(a.places, b.places);
  return { units: raised(a, places) + raised(b, places), places };
}

function raised({ units, places }, wanted) {
  return units * 10n ** BigInt(wanted - places);
}

function same(a, b) {
  if (!a || !b) return false;
  const places = Math.max(a.places, b.places);
  return raised(a, places) === raised(b, places);
}

function sumOf(decimals) {
  return decimals.reduce(plus, { units: 0n, places: 0 });
}

// "=" only where it is true of the digits shown, and none of them was rounded.
function relation(left, right, exact) {
  return exact && same(left, right) ? "=" : "\u2248";
}

// Whether texts say all of their values.
function areExact(texts, values) {
  return texts.every((text, index) => says(numberIn(text), values[index]));
}

// Nothing but 0 itself is 0.
function says(number, value) {
  return number === 0 ? value === 0 : Math.abs(value - number) <= noiseOf(value);
}

// What adding up leaves behind in the last places.
function noiseOf(value) {
  return 1e-11 * Math.max(1, Math.abs(value));
}
