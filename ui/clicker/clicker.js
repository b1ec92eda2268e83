// Inputs that nobody types into.
const SWITCHES = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
const TYPED = "textarea, select, [role=combobox], [role=listbox], [role=textbox]";
const SIDEBAR = "[data-testid=stSidebar]";
// At which of its stops a page is: 0 is its table, from where it was left for the first of them.
const visit = { page: "", at: 0, left: 0 };

// Ends what listens now.
let end = () => {};

// Called for other data, too, and then what listened for the data before must not go on.
export default function ({ data }) {
  end();
  end = listen(data);
  return () => end();
}

function listen(data) {
  if (visit.page !== data.page) Object.assign(visit, { page: data.page, at: 0 });
  const listeners = {
    keydown: (event) => {
      press(event, data.keys);
      letGo(event);
    },
    click: (event) => {
      letGoOfList(event);
      turn(event, data);
    },
  };
  // Before anything on the page, so that a slider does not take the key for itself.
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true);
  const open = lockClosedSidebar();
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      removeEventListener(name, listener, true);
    open();
  };
}

// Out of sight nothing keeps the focus: the switch of presenter mode would hear the next Space.
function lockClosedSidebar() {
  const sidebar = document.querySelector(SIDEBAR);
  const follow = () => (sidebar.inert = sidebar.dataset.collapsed === "true");
  const observer = new MutationObserver(follow);
  observer.observe(sidebar, { attributeFilter: ["data-collapsed"] });
  follow();
  return () => {
    observer.disconnect();
    sidebar.inert = false;
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
  if (!event.repeat) document.querySelector(`.st-key-${buttons[key]} button`)?.click();
}

// Where the page has a stop in that direction, Python hears nothing of the button.
function turn(event, { stops, blank, finished }) {
  const pressed = (name) => event.target.closest?.(`.st-key-present-${name} button`);
  const move = pressed("on") ? toNext : pressed("back") ? toPrevious : null;
  if (!move || blank) return;
  if (!document.querySelector(finished)) visit.at = 0;
  else if (move(stops.map(sectionOf), document.querySelector(".stMain"))) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

function toNext(sections, page) {
  const place = sections.findIndex(
    (section, index) => index >= visit.at && section && !isInSight(section, page),
  );
  if (place < 0) return false;
  if (!visit.at) visit.left = page.scrollTop;
  visit.at = place + 1;
  bringIntoSight(sections[place], page);
  return true;
}

function toPrevious(sections, page) {
  if (!visit.at) return false;
  const place = sections.slice(0, visit.at - 1).findLastIndex(Boolean);
  visit.at = place + 1;
  if (visit.at) bringIntoSight(sections[place], page);
  else page.scrollTo({ top: visit.left });
  return true;
}

// Also in the matrix view, which has a tree of its own.
function sectionOf(selector) {
  const hosts = [...document.querySelectorAll(".st-key-matrix *")];
  const roots = [document, ...hosts.map(({ shadowRoot }) => shadowRoot).filter(Boolean)];
  const found = roots.map((root) => root.querySelector(selector)).find(Boolean);
  return found?.checkVisibility() ? found : null;
}

function isInSight(section, page) {
  const { top, bottom } = section.getBoundingClientRect();
  return top >= topFor(section, page) - 1 && bottom <= innerHeight + 1;
}

function bringIntoSight(section, page) {
  page.scrollBy({ top: section.getBoundingClientRect().top - topFor(section, page) });
}

// Below the presenter's buttons, and in the matrix view below the sentence that stays in sight.
function topFor(section, page) {
  const above = section.getRootNode().querySelector(".above");
  const sticks = above && getComputedStyle(above).position === "sticky";
  const under = parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
  return page.getBoundingClientRect().top + under + (sticks ? above.offsetHeight : 0);
}

function isTyped(node) {
  if (node instanceof HTMLInputElement) return !SWITCHES.includes(node.type);
  return node.isContentEditable || Boolean(node.matches?.(TYPED));
}
