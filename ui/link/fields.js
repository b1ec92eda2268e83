// A field gives up what was typed when a click takes the focus from it. That comes to Python a little
// later than the click itself, which would overtake it: so the click waits.

const LEAVING = 100;
const LATEST = 500;
let left = -Infinity;
// The button that waits, and whether it was pressed again: Streamlit, too, does so where it misses
// the click that follows a touch.
let held;

document.addEventListener(
  "blur",
  (event) => {
    const [field] = event.composedPath();
    if (field.matches?.("input, textarea")) left = performance.now();
  },
  true,
);

document.addEventListener(
  "click",
  (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const button = target.closest?.("a, button");
    const since = performance.now() - left;
    if (!button || since > LATEST || ctrlKey || metaKey || shiftKey) return;
    if (!event.isTrusted) return pressedAgain(event, button);
    if (since > LEAVING) return;
    hold(event);
    const click = (held = { button, pressed: false });
    setTimeout(() => click.pressed || button.click(), LEAVING);
  },
  true,
);

function pressedAgain(event, button) {
  if (held?.button !== button) return;
  if (held.pressed) hold(event);
  held.pressed = true;
}

function hold(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
