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

const CHINESE = /^(?=.*\p{Script=Han})(?:\P{Letter}|\p{Script=Han})*$/su;

// A token: a Chinese one is read out as Chinese also on an English page.
function setToken(node, text) {
  setText(node, text);
  if (CHINESE.test(text)) setAttribute(node, "lang", "zh");
  else node.removeAttribute("lang");
}

function setStyle(node, name, value) {
  if (node.style[name] !== value) node.style[name] = value;
}

function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

// Where a box has more than it shows, the keyboard can scroll it too.
function scrollByKeys(box, content, name) {
  const observer = new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      setAttribute(box, "role", "group");
      setAttribute(box, "aria-label", name());
    } else for (const each of ["tabindex", "role", "aria-label"]) box.removeAttribute(each);
  });
  for (const node of [box, content]) observer.observe(node);
}

// The number of children a list needs, made by `make` or removed from the end.
function resize(list, length, make) {
  while (list.length > length) list.pop().remove();
  while (list.length < length) list.push(make(list.length));
}
