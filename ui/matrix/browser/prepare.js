// What the view will show after one more step of a slider, once the scripts have arrived.

const scripts = (globalThis.matrixViewScripts ??= {});
scripts.ready ??= new Promise((resolve) => {
  scripts.arrived = resolve;
  if (scripts.draw) resolve();
});

export default async function ({ data }) {
  await scripts.ready;
  scripts.lookAhead(data);
}
