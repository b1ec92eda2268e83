// The module of all other files, compressed. It is an element of its own because Streamlit sends
// an element's script again whenever its data change: this one has none, so it is sent once.

const PACKED = "";

async function unpackScripts() {
  const bytes = Uint8Array.from(atob(PACKED), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const source = await new Response(stream).text();
  return import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

globalThis.matrixViewScripts ??= {};
unpackScripts().then((scripts) => {
  Object.assign(globalThis.matrixViewScripts, scripts);
  globalThis.matrixViewScripts.arrived?.();
});

export default function () {}
