// The server never writes the address: that would add a history entry for each slider step.
export default function ({ data, parentElement }) {
  const address = new URL(location.href);
  address.search = data.query;
  if (address.href !== location.href) history.replaceState(history.state, "", address.href);
  // Streamlit's page says it is English; readers of Chinese need it said otherwise.
  document.documentElement.lang = data.lang;

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
