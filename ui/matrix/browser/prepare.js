// What the view will show after other steps of a slider.

export default async function ({ data }) {
  await scripts.ready;
  scripts.lookAhead(data);
}
