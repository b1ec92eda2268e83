// A field gives up what was typed when a click takes the focus from it. That comes to Python a little
// later than the click itself, which would overtake it: so the click waits. And Streamlit drops what
// waits for its turn when the whole page is to be run: so it waits until a cell's number is answered.

const LEAVING = 100;
const LATEST = 500;
// The view, which such a click silences, repeats a number that was lost only after three seconds.
const TRIES = 60;
const UNANSWERED = "[data-unanswered]";
// Whether a field was just left. No clock says so: the browser may handle a click before its timers.
let leaving = null;
// The button that waits, and whether it was pressed again: Streamlit, too, does so where it misses
// the click that follows a touch.
let held = null;

document.addEventListener(
  "blur",
  (event) => {
    const [field] = event.composedPath();
    if (!field.matches?.("input, textarea")) return;
    clearTimeout(leaving);
    leaving = setTimeout(() => (leaving = null), LEAVING);
  },
  true,
);

document.addEventListener(
  "click",
  (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const button = target.closest?.("a, button");
    if (!button || ctrlKey || metaKey || shiftKey) return;
    if (!event.isTrusted) return pressedAgain(event, button);
    if (!leaving) return;
    hold(event);
    const click = (held = { button, pressed: false, place: placeOf(button) });
    setTimeout(() => letGo(click, TRIES), LEAVING);
  },
  true,
);

function letGo(click, times) {
  if (times && document.querySelector(UNANSWERED))
    return setTimeout(() => letGo(click, times - 1), LEAVING);
  click.late = times === 0;
  if (!click.button.isConnected) click.button = inPlace(click.place);
  if (!click.pressed) click.button?.click();
  setTimeout(() => held === click && (held = null), LATEST);
}

// What the answer brings in may have the page draw its buttons and links anew.
function placeOf(button) {
  const box = button.closest('[class*="st-key-"]');
  const name = [...(box?.classList ?? [])].find((one) => one.startsWith("st-key-"));
  return name && { name, index: [...box.querySelectorAll("a, button")].indexOf(button) };
}

function inPlace(place) {
  const box = place && document.getElementsByClassName(place.name)[0];
  return box?.querySelectorAll("a, button")[place.index];
}

function pressedAgain(event, button) {
  if (held?.button !== button) return;
  const waits = !held.late && document.querySelector(UNANSWERED);
  if (held.pressed || waits) return hold(event);
  held.pressed = true;
}

function hold(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
