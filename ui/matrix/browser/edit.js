// Typing over a number. The cell shows what Python answers, never what was typed.

const TEXT_UP_TO = 40;
// A later message of the page can overtake an edit that still waits: so it is said again.
const REPEAT_AFTER = 1500;
const REPEATS = 40;

function canEdit({ model }, { key, row, column }) {
  const matrix = model.byKey.get(key);
  if (!matrix?.editable || !model.events.includes("edit")) return false;
  if (sumKind(matrix, row, column) || isCovered(matrix, row, column)) return false;
  return !isMasked(model, matrix, row, column);
}

// Keys that open the editor: F2 keeps the number, a digit or sign begins a new one.
function pressEditKey(view, cell, { key, ctrlKey }) {
  const begins = !ctrlKey && /^[0-9+.\-\u2212]$/.test(key);
  if (!(begins || key === "F2") || !canEdit(view, cell)) return false;
  openEditor(view, cell, begins ? key : null);
  return true;
}

function openEditor(view, cell, typed = null) {
  closeEditor(view, true);
  if (!canEdit(view, cell)) return;
  moveCursor(view, cell);
  const { model, blocks } = view;
  const matrix = model.byKey.get(cell.key);
  const input = element("input", "editor", blocks.get(cell.key).body);
  const start = String(at(matrix.values, cell.row, cell.column));
  // No numeric keyboard: those of phones lack the minus sign.
  Object.assign(input, { type: "text", maxLength: TEXT_UP_TO, value: typed ?? start });
  Object.assign(input, { autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", cellName(model, matrix, cell.row, cell.column));
  input.addEventListener("keydown", (event) => pressEditorKey(view, event));
  input.addEventListener("blur", () => {
    closeEditor(view, true);
    // Whoever goes elsewhere sees the pinned cell.
    moveCursor(view, null);
  });
  view.editor = { input, cell, start };
  placeEditor(view);
  input.focus({ preventScroll: true });
  input.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (typed === null) input.select();
}

function placeEditor({ editor, blocks }) {
  const { rowHeight, columnWidth } = blocks.get(editor.cell.key);
  const { row, column } = editor.cell;
  const place = `translate(${column * columnWidth}px, ${row * rowHeight}px)`;
  setStyle(editor.input, "transform", place);
}

// After new data: the cell may have moved, or be none to edit any more.
function patchEditor(view) {
  if (!view.editor) return;
  if (canEdit(view, view.editor.cell)) placeEditor(view);
  else closeEditor(view, false);
}

function pressEditorKey(view, event) {
  // The page has letters and arrows for shortcuts.
  event.stopPropagation();
  // Enter also ends a word of an input method.
  if (event.isComposing || !["Enter", "Escape", "Tab"].includes(event.key)) return;
  const { cell } = view.editor;
  closeEditor(view, event.key !== "Escape");
  focusable(view, cell).focus({ preventScroll: true });
  // Tab goes on from the cell.
  if (event.key !== "Tab") event.preventDefault();
}

function closeEditor(view, keep) {
  const { editor } = view;
  if (!editor) return;
  // First, because removing the input blurs it.
  view.editor = null;
  const text = editor.input.value.trim();
  editor.input.remove();
  if (keep && text !== editor.start) sendEdit(view, editor.cell, text);
}

function sendEdit(view, { key, row, column }, text) {
  const { model, edits } = view;
  // The clock, so that a view that is built anew does not begin with ordinals already answered.
  view.ordinal = Math.max((view.ordinal ?? 0) + 1, model.answered + 1, Date.now());
  const pin = toPin(model.byKey.get(key), row, column);
  const cell = { key, row, column };
  edits.push({ ...pin, cell, text: text.slice(0, TEXT_UP_TO), ordinal: view.ordinal });
  markUnanswered(view);
  sendEdits(view, REPEATS);
}

// For the page, which should not turn before the answer is there.
function markUnanswered({ root, edits }) {
  root.getRootNode().host?.toggleAttribute("data-unanswered", edits.length > 0);
}

function sendEdits(view, times) {
  clearTimeout(view.repeating);
  if (!view.edits.length || !times || !view.root.isConnected) return;
  tellEdits(view);
  view.repeating = setTimeout(() => sendEdits(view, times - 1), REPEAT_AFTER);
}

function tellEdits({ send, edits }) {
  send("edit", { edits: edits.map(({ cell, ...edit }) => edit) });
}

function acceptEdits(view) {
  const { answered, message } = view.model;
  const refused = message && view.edits.length === 1 && view.edits[0].ordinal <= answered;
  if (refused) reopen(view, view.edits[0]);
  const waiting = view.edits.length;
  view.edits = view.edits.filter(({ ordinal }) => ordinal > answered);
  markUnanswered(view);
  // Said once it stands there.
  view.accepted = view.edits.length < waiting && !message;
  patchMessage(view, answered);
}

// What could not be taken stands there to be mended, unless the reader has gone on.
function reopen(view, { text, cell }) {
  const { activeElement } = view.root.getRootNode();
  if (view.editor || !activeElement || activeElement !== focusable(view, cell)) return;
  openEditor(view, cell, text);
  // Left as it is, it is not sent again.
  if (view.editor) view.editor.start = text;
}

function focusable({ blocks }, { key, row, column }) {
  const block = blocks.get(key);
  return block && (nodeAt(block, row, column) ?? block.grid);
}

// Python, too, lets it go: hearing of no more edits, it has nothing to complain about.
function withdrawMessage(view, event) {
  const { message } = view.strip;
  if (event.key !== "Escape" || event.isComposing || !message.textContent) return;
  message.replaceChildren();
  tellEdits(view);
}

// The same sentence to another edit is news, and said again.
function patchMessage({ strip, model }, answered) {
  const { message } = strip;
  if (message.textContent === model.message && strip.answered === answered) return;
  strip.answered = answered;
  message.replaceChildren(model.message);
}

function createEditButton(parent, view) {
  const button = element("button", "edit", parent);
  button.type = "button";
  button.addEventListener("click", () => openEditor(view, activeCell(view)));
  return button;
}

function patchEditButton(view, cell) {
  const { edit } = view.strip;
  edit.hidden = !canEdit(view, cell);
  setText(edit, view.model.texts.edit ?? "");
}
