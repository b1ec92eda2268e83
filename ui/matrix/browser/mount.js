// The view as Streamlit knows it.

export default async function (component) {
  await scripts.ready;
  scripts.draw(component);
}
