// Inputs that nobody types into.
const SWITCHES = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
const TYPED = "textarea, select, [role=combobox], [role=listbox], [role=textbox]";
// The page whose question was brought into sight.
let asked = "";

export default function ({ data }) {
  const listeners = {
    keydown: (event) => {
      press(event, data);
      letGo(event);
    },
    click: letGoOfList,
  };
  // Before anything on the page, so that a slider does not take the key for itself.
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true);
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      removeEventListener(name, listener, true);
  };
}

// What was typed or chosen is done with Enter, and a list given up with Escape: the next key is the
// clicker's again.
function letGo(event) {
  const [node] = event.composedPath();
  if (event.isComposing || !isTyped(node)) return;
  const list = node.matches("[role=combobox]");
  if (event.key === "Escape" && list) return blurAfter(node);
  if (event.key !== "Enter" || node.matches("textarea")) return;
  // Enter also opens a list.
  if (list && node.getAttribute("aria-expanded") !== "true") return;
  blurAfter(node);
}

function letGoOfList(event) {
  const chosen = event.composedPath().some((node) => node.matches?.("[role=option]"));
  const focused = document.activeElement;
  if (chosen && focused.matches("[role=combobox]")) blurAfter(focused);
}

// First the page hears of it.
function blurAfter(node) {
  setTimeout(() => node.blur());
}

function press(event, buttons) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const changed = event.ctrlKey || event.altKey || event.metaKey || event.isComposing;
  if (changed || !Object.hasOwn(buttons, key) || isTyped(event.composedPath()[0])) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A key that is held down counts once.
  if (event.repeat || (buttons[key] === "present-on" && asks())) return;
  document.querySelector(`.st-key-${buttons[key]} button`)?.click();
}

// Before the page is turned its open question comes into sight, once.
function asks() {
  const card = document.querySelector(".st-key-offer");
  const { top, bottom } = card?.getBoundingClientRect() ?? {};
  const known = !card || (top >= 0 && bottom <= innerHeight) || asked === location.pathname;
  asked = known ? "" : location.pathname;
  if (!known) card.scrollIntoView({ block: "center" });
  return !known;
}

function isTyped(node) {
  if (node instanceof HTMLInputElement) return !SWITCHES.includes(node.type);
  return node.isContentEditable || Boolean(node.matches?.(TYPED));
}
