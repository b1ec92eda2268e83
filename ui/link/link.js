// The server never writes the address: that would add a history entry for each slider step.
export default function ({ data, parentElement }) {
  const address = new URL(location.href);
  address.search = data.query;
  if (address.href !== location.href) history.replaceState(history.state, "", address.href);
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
    said.textContent = (await copy(location.href)) ? data.copied : data.failed;
  };
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

const CHINESE = /^(?=.*\p{Script=Han})(?:\P{Letter}|\p{Script=Han})*$/su;
const REST = 200;
let waiting;

// Streamlit cannot be told that a label of an English page is Chinese: a token, the other
// language's name. So they are marked where they stand, once the page has come to rest.
const observer = new MutationObserver(() => {
  clearTimeout(waiting);
  waiting = setTimeout(markChinese, REST);
});

function markChinese() {
  if (document.documentElement.lang.startsWith("zh")) return;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent } = walker.currentNode;
    if (CHINESE.test(parent.textContent)) parent.lang = "zh";
    else if (parent.lang === "zh") parent.removeAttribute("lang");
  }
}
