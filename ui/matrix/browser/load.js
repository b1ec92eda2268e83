// What Streamlit sends with every changed run: the other files, compressed. They are unpacked
// once a page; the text of this module, and so its address, changes only when they do.

const PACKED = "";

async function unpackScripts() {
  const bytes = Uint8Array.from(atob(PACKED), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const source = await new Response(stream).text();
  return import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

const scripts = unpackScripts();

export default async function (component) {
  return (await scripts).default(component);
}
