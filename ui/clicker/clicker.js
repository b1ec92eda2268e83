// Inputs that nobody types into.
const SWITCHES = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
const TYPED = "textarea, select, [role=combobox], [role=listbox], [role=textbox]";
const SIDEBAR = "[data-testid=stSidebar]";
// Where everything is, and where it ends: the presenter's way through a page that is all there.
const PAGE = ".stMain";
const COLUMN = ".stMainBlockContainer > .stVerticalBlock";
const VIEW = ".st-key-matrix";
// Elements that are drawn, but not to be seen.
const LEAST = 4;
// Of a screen, how much the next one goes further where nothing says where to cut.
const OVERLAP = 0.9;
// So many paragraphs of a piece fill the screen at least.
const LINES = 5;
// The page, and where it stood when the last of its numbers had come; whether the class steps back,
// and whether that brought it into this page, of which it then sees the end, and where that is.
const visit = { page: "", start: null, back: false, fromEnd: false, end: 0 };

// Ends what listens now.
let end = () => {};

// Called for other data, too, and then what listened for the data before must not go on.
export default function ({ data }) {
  end();
  end = listen(data);
  return () => end();
}

function listen(data) {
  if (visit.page !== data.page) {
    Object.assign(visit, { page: data.page, start: null, back: false, fromEnd: visit.back });
  }
  const stay = () => (visit.fromEnd = false);
  const listeners = {
    wheel: stay,
    pointerdown: stay,
    keydown: (event) => {
      stay();
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
  const leave = stayAtEnd(data.finished);
  return () => {
    leave();
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

// As long as the page goes on in that direction, Python hears nothing of the button.
function turn(event, { answer, blank, finished }) {
  const pressed = (name) => event.target.closest?.(`.st-key-present-${name} button`);
  const [on, back] = [pressed("on"), pressed("back")];
  visit.back = Boolean(back);
  if (!(on || back) || blank) return;
  const page = document.querySelector(PAGE);
  if (!document.querySelector(finished)) visit.start = null;
  else if (on ? tell(page, answer) || goOn(page, finished) : goBack(page, finished)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

// Where the numbers that the page is about are not in sight yet, they come first.
function standLower(page) {
  const before = page.scrollTop;
  viewOf(blocksOf())?.dispatchEvent(new Event("stand"));
  const isLower = page.scrollTop > before + 1;
  if (isLower) visit.start = page.scrollTop;
  else page.scrollTo({ top: before });
  return isLower;
}

// The class has seen the question, down to its last choice.
function tell(page, answer) {
  const button = answer && document.querySelector(answer);
  if (!button) return false;
  const { top, bottom } = button.getBoundingClientRect();
  const room = roomOf(page);
  if (top < room.ceiling || bottom > room.floor) return false;
  button.click();
  return true;
}

function goOn(page, finished) {
  if (standLower(page)) return true;
  visit.start ??= page.scrollTop;
  return goTo(nextStop(page.scrollTop, page, piecesOf(page, finished)), page);
}

function goBack(page, finished) {
  if (visit.start === null) return false;
  return goTo(
    stopsOf(page, finished).findLast((stop) => stop < page.scrollTop - 1),
    page,
  );
}

function goTo(stop, page) {
  if (stop === undefined) return false;
  page.scrollTo({ top: stop });
  return true;
}

// A page that the class steps back into is drawn bit by bit, and grows; on the way others scroll it,
// too, but whoever acts goes where they like.
function stayAtEnd(finished) {
  const [page, column] = [PAGE, COLUMN].map((one) => document.querySelector(one));
  const follow = () => {
    if (!visit.fromEnd || !document.querySelector(finished)) return;
    viewOf(blocksOf())?.dispatchEvent(new Event("stand"));
    visit.start = page.scrollTop;
    goTo(stopsOf(page, finished).at(-1), page);
    visit.end = page.scrollTop;
  };
  const observer = new ResizeObserver(follow);
  const bringBack = () => page.scrollTop !== visit.end && follow();
  observer.observe(column);
  page.addEventListener("scroll", bringBack);
  return () => {
    observer.disconnect();
    page.removeEventListener("scroll", bringBack);
  };
}

function stopsOf(page, finished) {
  const pieces = piecesOf(page, finished);
  const stops = [visit.start];
  for (let stop; (stop = nextStop(stops.at(-1), page, pieces)) !== undefined; ) stops.push(stop);
  return stops;
}

// From there the first piece that is not wholly in sight, at the top; of one that is larger than the
// screen, what is still to be seen. The last stop has the end at the bottom, and above as many whole
// pieces as fit.
function nextStop(now, page, pieces) {
  const hidden = pieces.find(({ bottom, floor }) => bottom - now > floor + 1);
  if (!hidden) return undefined;
  const { top, ceiling, floor } = hidden;
  const stop = top - ceiling > now + 1 ? top - ceiling : now + OVERLAP * (floor - ceiling);
  const end = pieces.at(-1).bottom - floor;
  const tops = pieces.flatMap(({ starts, ceiling: above }) => starts.map((start) => start - above));
  const whole = tops.filter((place) => place >= end && place > now + 1);
  const last = Math.min(stop, ...whole, page.scrollHeight - page.clientHeight);
  return last > now + 1 ? last : undefined;
}

// What comes after the numbers, in pieces that fit on the screen; of the matrix view its pictures, and
// what stands apart from the others.
// Each with its place on the page, where its paragraphs start, and between which heights of the screen
// it is in sight.
function piecesOf(page, finished) {
  const { ceiling, floor } = roomOf(page);
  const blocks = blocksOf();
  const numbers = blocks.findIndex((block) => block.querySelector(VIEW));
  const end = blocks.findIndex((block) => block.matches(finished) || block.querySelector(finished));
  const placed = (node, { above = 0, below = 0 } = {}) => {
    const { top, bottom } = node.getBoundingClientRect();
    const place = { top: top + page.scrollTop, bottom: bottom + page.scrollTop };
    const lines = parted(node, (floor - ceiling) / LINES).map((line) => line.getBoundingClientRect());
    const starts = lines.map((line) => line.top + page.scrollTop);
    return { ...place, starts, ceiling: ceiling + above, floor: floor - below };
  };
  const view = viewOf(blocks);
  const pictures = [...(view?.querySelectorAll(".apart, .picture") ?? [])].filter(isSeen);
  return [
    ...pictures.map((picture) => placed(picture, coverOf(picture, view))),
    ...blocks
      .slice(numbers + 1, end)
      .flatMap((block) => parted(block, floor - ceiling))
      .map((piece) => placed(piece)),
  ];
}

// Below the presenter's buttons.
function roomOf(page) {
  const { top, bottom } = page.getBoundingClientRect();
  const ceiling = top + (parseFloat(getComputedStyle(page).scrollPaddingTop) || 0);
  return { ceiling, floor: bottom };
}

function blocksOf() {
  return [...document.querySelector(COLUMN).children];
}

// The matrix view has a tree of its own.
function viewOf(blocks) {
  const nodes = blocks.flatMap((block) => [...block.querySelectorAll(`${VIEW} *`)]);
  return nodes.map(({ shadowRoot }) => shadowRoot?.querySelector(".view")).find(Boolean);
}

// What of the view stays in sight over its pictures: the sentence, and the strip over those before it.
function coverOf(picture, view) {
  const [above, strip] = [".above", ".strip"].map((one) => view.querySelector(one));
  const height = (node) => (getComputedStyle(node).position === "sticky" ? node.offsetHeight : 0);
  const isBefore = picture.compareDocumentPosition(strip) & Node.DOCUMENT_POSITION_FOLLOWING;
  return { above: height(above), below: isBefore ? height(strip) : 0 };
}

function parted(node, room) {
  if (!isSeen(node)) return [];
  const children = [...node.children].filter(isSeen);
  const fits = node.getBoundingClientRect().height <= room || !children.length;
  return fits ? [node] : children.flatMap((child) => parted(child, room));
}

function isSeen(node) {
  return node.checkVisibility() && node.getBoundingClientRect().height >= LEAST;
}

function isTyped(node) {
  if (node instanceof HTMLInputElement) return !SWITCHES.includes(node.type);
  return node.isContentEditable || Boolean(node.matches?.(TYPED));
}
