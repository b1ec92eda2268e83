// One step of a slider ahead. While a page stands still, Python computes what the next step of each
// slider will show. When a slider moves there, that is painted at once; Python hears of the move as
// ever, and its answer confirms the picture or replaces it.

// Of the view whose stamp they carry: views by the values of the sliders.
let prepared = { stamp: null, views: new Map() };
let following = null;
const PAGE_LINK = 'a[data-testid="stPageLink-NavLink"]';

function lookAhead(data) {
  const bytes = data.slice();
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const views = header.views.map(({ sliders, start, length: size }) => {
    const from = 4 + length + start;
    return [nameOf(sliders), bytes.subarray(from, from + size)];
  });
  prepared = { stamp: header.stamp, views: new Map(views) };
}

function nameOf(sliders) {
  return JSON.stringify(Object.entries(sliders).sort());
}

// The sliders are Streamlit's; however they are moved, what they say to a screen reader changes.
function followSliders(view) {
  if (!following) {
    new MutationObserver((changes) => {
      for (const { target } of changes) sliderMoved(following, target);
    }).observe(document.body, { subtree: true, attributeFilter: ["aria-valuetext"] });
    addEventListener("click", ({ target }) => target.closest?.(PAGE_LINK) && leave(following), true);
    addEventListener("popstate", () => leave(following), true);
  }
  following = view;
}

function sliderMoved(view, input) {
  const { sliders, stamp } = view.model;
  const box = Object.keys(sliders).find((selector) => input.closest(selector));
  // A slider that moves without the focus is moved by Python, which sends the view as well.
  if (!box || !view.root.isConnected || document.activeElement !== input) return;
  const here = nameOf(sliders);
  const there = nameOf({ ...sliders, [box]: Number(input.value) });
  const data = prepared.views.get(there);
  if (there === here || stamp !== prepared.stamp || !data) return;
  // The way back.
  prepared.views.set(here, view.data);
  view.expected.push(data);
  show(view, data);
}

// Whether Python says what was painted already. It may pass over steps that followed each other
// quickly, but it comes to the last one.
function confirms(view, data) {
  const place = view.expected.findIndex((one) => isSame(one, data));
  view.expected = place < 0 ? [] : view.expected.slice(place + 1);
  return place >= 0;
}

function isSame(one, other) {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

// Python has not answered. A slider that is held is not reported yet: what it shows stays. Where the
// sliders stand elsewhere, or quick steps led back, what Python said last holds.
function withdraw(view) {
  const back = isSame(view.data, view.told);
  if (!back && standsAt(view.model.sliders)) return waitForRest(view);
  view.expected = [];
  if (!back) show(view, view.told);
  view.send("rest", true);
}

function standsAt(sliders) {
  return Object.entries(sliders).every(([box, value]) => {
    const input = document.querySelector(`${box} input[type=range]`);
    return !input || Number(input.value) === value;
  });
}
