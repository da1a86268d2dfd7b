import { writeFile } from 'node:fs/promises';
import { readPublication } from './content/publication.ts';
import { drawPortrait, drawPost, renderAll } from './pictures/render.ts';

/** Renders every picture of the publication; quick when they are there already. */
async function prepare(): Promise<void> {
  const { posts, authors } = await readPublication();
  const pictures = await renderAll([...posts.map(drawPost), ...authors.map(({ key }) => drawPortrait(key))]);
  console.log(`${pictures.size} pictures are ready`);
}

/** Writes the pictures that posts show from the site itself to web/public/pictures; they are committed. */
async function writeSitePictures(): Promise<void> {
  const { posts } = await readPublication();
  const onSite = posts.filter((post) => post.onSite !== null);
  const pictures = await renderAll(onSite.map(drawPost));
  for (const { onSite: name, picture } of onSite) {
    const file = new URL(`../../../web/public/pictures/${name}.webp`, import.meta.url);
    const [original] = pictures.get(picture) ?? [];
    if (original) await writeFile(file, original.bytes);
  }
}

const STEPS: Record<string, () => Promise<unknown>> = {
  prepare,
  load: async () => (await import('./load/load.ts')).loadPublication(),
  'site-pictures': writeSitePictures,
};

const name = process.argv[2] ?? '';
const step = STEPS[name];
if (!step) {
  console.error(`Error: "${name}" is not a step of the seed; there are ${Object.keys(STEPS).join(', ')}`);
  process.exitCode = 1;
} else {
  try {
    await step();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
