// Fills and the text on them. Colours are [red, green, blue] from 0 to 255.

// Red below zero, white at zero, blue above; both ends are equally dark.
const NEGATIVE = [
  [255, 255, 255],
  [253, 219, 199],
  [244, 165, 130],
  [214, 96, 77],
  [178, 24, 43],
];
const POSITIVE = [
  [255, 255, 255],
  [209, 229, 240],
  [146, 197, 222],
  [67, 147, 195],
  [33, 102, 172],
];
const NEUTRAL = [
  [255, 255, 255],
  [38, 44, 54],
];
const FADING = 0.7;

// Towards white in both themes: it is zero's colour, so what is faded keeps the order of its sizes.
function fade(colour) {
  return mix(colour, [255, 255, 255], FADING);
}

function mix(a, b, share) {
  return a.map((part, index) => Math.round(part + (b[index] - part) * share));
}

function along(stops, share) {
  const position = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const start = Math.min(Math.floor(position), stops.length - 2);
  return mix(stops[start], stops[start + 1], position - start);
}

function fillOf(matrix, value) {
  if (matrix.scale === "weights") return along(NEUTRAL, value);
  return along(value < 0 ? NEGATIVE : POSITIVE, Math.abs(value) / matrix.limit);
}

function luminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Black or white, whichever has the higher contrast: never below 4.58:1.
function inkOn(colour) {
  const light = luminance(colour);
  return (light + 0.05) ** 2 > 0.05 * 1.05 ? "#000" : "#fff";
}

function css(colour) {
  return `rgb(${colour.join(" ")})`;
}

const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

// Any CSS colour as numbers; the canvas knows every notation.
function parsed(text) {
  probe.fillStyle = "#fff";
  probe.fillStyle = text.trim();
  probe.fillRect(0, 0, 1, 1);
  return [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

function themeOf(root) {
  const style = getComputedStyle(root);
  const page = parsed(style.getPropertyValue("--st-background-color") || "#fff");
  return { page, dark: luminance(page) < 0.2, font: style.fontFamily };
}
