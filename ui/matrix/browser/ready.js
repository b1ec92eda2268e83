// The scripts come as an element of their own; what needs them waits until they are there.

const scripts = (globalThis.matrixViewScripts ??= {});
scripts.ready ??= new Promise((resolve) => {
  scripts.arrived = resolve;
  if (scripts.draw) resolve();
});
