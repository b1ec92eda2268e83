// Inputs that nobody types into.
const SWITCHES = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
const TYPED = "textarea, select, [role=combobox], [role=listbox], [role=textbox]";

export default function ({ data }) {
  // Before anything on the page, so that a slider does not take the key for itself.
  const listener = (event) => press(event, data);
  addEventListener("keydown", listener, true);
  return () => removeEventListener("keydown", listener, true);
}

function press(event, buttons) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const changed = event.ctrlKey || event.altKey || event.metaKey || event.isComposing;
  if (changed || !Object.hasOwn(buttons, key) || isTyped(event.composedPath()[0])) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A key that is held down counts once.
  if (!event.repeat) document.querySelector(`.st-key-${buttons[key]} button`)?.click();
}

function isTyped(node) {
  if (node instanceof HTMLInputElement) return !SWITCHES.includes(node.type);
  return node.isContentEditable || Boolean(node.matches?.(TYPED));
}
