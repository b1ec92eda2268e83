// Making and changing elements. What is already so is left alone: a write costs the browser a
// new layout. Text goes in as text only, so a token can never become markup.

function element(tag, className, parent) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  parent?.append(made);
  return made;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setStyle(node, name, value) {
  if (node.style[name] !== value) node.style[name] = value;
}

function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

// The number of children a list needs, made by `make` or removed from the end.
function resize(list, length, make) {
  while (list.length > length) list.pop().remove();
  while (list.length < length) list.push(make(list.length));
}
