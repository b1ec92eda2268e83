// The view as Streamlit knows it: waits for the scripts, which come as an element of their own.

const scripts = (globalThis.matrixViewScripts ??= {});
scripts.ready ??= new Promise((resolve) => {
  scripts.arrived = resolve;
  if (scripts.draw) resolve();
});

export default async function (component) {
  await scripts.ready;
  scripts.draw(component);
}
