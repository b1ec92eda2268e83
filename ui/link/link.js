// The address bar keeps the state. Python says what it is; it is written here, because the server
// would add a history entry for each step of a slider.
let query = "";
let page;
let waiting;
const KEPT = "attention.kept";
// Whether nothing was heard of Python since the page was loaded.
let loaded = true;
// What the browser remembers and Python has yet to hear: the page it belongs to, the cell that was
// held when an entry of the history was left or what was kept, and an ordinal to answer with.
let memory = null;
let send;
let repeating;
let turning;
let again = false;
// A message that is sent while a page is still being drawn can be lost: so it is said again.
const REPEAT_AFTER = 1500;
const REPEATS = 10;
const REST = 200;
const PAGE_LINK = 'a[data-testid="stPageLink-NavLink"]';
// The share of the screen from which on the sidebar is in the way.
const COVERS = 0.6;

export default function ({ data, parentElement, setTriggerValue }) {
  ({ query, page } = data);
  send = setTriggerValue;
  keepOverReload(data.kept);
  if (memory && (data.heard >= memory.ordinal || memory.page !== pageOf(location))) forget();
  if (!memory) writeAddress();
  else if (page === memory.page && !repeating) tell(REPEATS);
  // Streamlit's page says it is English; readers of Chinese need it said otherwise.
  document.documentElement.lang = data.lang;
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });

  let button = parentElement.querySelector("button");
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    parentElement.append(button, said);
  }
  const said = parentElement.querySelector("span");
  if (button.textContent !== data.copy) said.textContent = "";
  button.textContent = data.copy;
  button.onclick = async () => {
    said.textContent = (await copy(withState(location.href))) ? data.copied : data.failed;
  };
}

// In front of a class a page that is loaded anew must not show everything, and the way back along
// the numbers followed must be there still. The link would do, but whoever was sent it would find a
// page for a projector.
function keepOverReload(now) {
  const kept = sessionStorage.getItem(KEPT);
  if (loaded && kept && kept !== now) remember(JSON.parse(kept));
  else if (!memory) sessionStorage.setItem(KEPT, now);
  loaded = false;
}

function remember(more) {
  forget();
  memory = { ...more, page: pageOf(location), ordinal: Date.now() };
}

function forget() {
  clearTimeout(repeating);
  repeating = null;
  memory = null;
}

function tell(times) {
  if (!times) {
    forget();
    return writeAddress();
  }
  send("memory", memory);
  repeating = setTimeout(() => tell(times - 1), REPEAT_AFTER);
}

function withState(href) {
  const address = new URL(href);
  address.search = query;
  return address.href;
}

function writeAddress() {
  const address = withState(location.href);
  if (address !== location.href) history.replaceState(history.state, "", address);
}

// Back and Forward bring the address of an earlier state. Sizes and numbers stay as they are now,
// but the reader stands again on the cell that was held there. Where an entry leads to the same
// page, Streamlit does nothing at all.
addEventListener("popstate", () => {
  clearTimeout(turning);
  const pin = new URLSearchParams(location.search).get("pin");
  if (page === pageOf(location) || !pin) {
    forget();
    return writeAddress();
  }
  remember({ pin });
  const address = new URLSearchParams(query);
  address.set("pin", pin);
  history.replaceState(history.state, "", `?${address}`);
});

function pageOf({ pathname }) {
  return pathname.split("/").pop();
}

// A page opened in another tab shows the same numbers. Streamlit's links name the page only, and
// its own click does not read what is added.
for (const event of ["pointerover", "focusin"])
  document.addEventListener(event, ({ target }) => {
    const link = pageLink(target);
    if (link) link.href = withState(addressOf(link));
  });

// Streamlit would turn this tab's page, whichever key is held.
document.addEventListener(
  "click",
  (event) => {
    const link = pageLink(event.target);
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (link && elsewhere) event.stopPropagation();
    else if (link && !again) seeTurned(pageOf(addressOf(link)), REPEATS);
  },
  true,
);

// The message of a slider that was just moved names the page it knows: the turn that the server has
// not answered yet is taken back. So the link is clicked again where all is quiet on the old page.
function seeTurned(to, times, from = pageOf(location)) {
  clearTimeout(turning);
  turning = setTimeout(() => {
    if (from !== pageOf(location) || from === to || !times) return;
    const links = [...document.querySelectorAll(PAGE_LINK)];
    const link = links.find((one) => pageOf(addressOf(one)) === to);
    again = true;
    if (!document.querySelector('[data-test-script-state="running"]')) link?.click();
    again = false;
    seeTurned(to, times - 1, from);
  }, REPEAT_AFTER);
}

// On a narrow screen the sidebar covers the page that was chosen in it.
document.addEventListener("click", ({ target }) => {
  const sidebar = target.closest?.('[data-testid="stSidebar"]');
  if (!sidebar || !pageLink(target) || sidebar.clientWidth < innerWidth * COVERS) return;
  sidebar.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
});

// The link to the first page says nothing at all, which a browser takes for the page it is on.
function addressOf(link) {
  return new URL(link.getAttribute("href") || ".", location);
}

function pageLink(target) {
  return target.closest?.(PAGE_LINK);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// Browsers offer the clipboard on secure pages only; a classroom server is often plain http.
function copyBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

const observer = new MutationObserver(() => {
  clearTimeout(waiting);
  waiting = setTimeout(comeToRest, REST);
});

function comeToRest() {
  // Pages turned quickly may leave Streamlit's own address behind.
  if (!memory) writeAddress();
  markChinese();
}

const CHINESE = /^(?=.*\p{Script=Han})(?:\P{Letter}|\p{Script=Han})*$/su;

// Streamlit cannot be told that a label of an English page is Chinese: a token, the other
// language's name. So they are marked where they stand.
function markChinese() {
  if (document.documentElement.lang.startsWith("zh")) return;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent } = walker.currentNode;
    if (CHINESE.test(parent.textContent)) parent.lang = "zh";
    else if (parent.lang === "zh") parent.removeAttribute("lang");
  }
}
