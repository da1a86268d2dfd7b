/**
 * Renders a text of 200,000 characters in each hostile form for page, feed and email, and prints CPU time and size, the slowest last: `npm run
 * markdown -w tools/bench`, with `--only` for forms by words in their names. Times are the best of three.
 */
import { parseArgs } from 'node:util';
import { articleToHtml } from '@inkwell/functions/src/html/article-html.ts';
import { mailHtml } from '@inkwell/functions/src/html/mail-html.ts';
import { mailText } from '@inkwell/functions/src/html/mail-text.ts';
import { markdownToHtml } from '@inkwell/functions/src/html/markdown-html.ts';
import { indexEntryOf } from '@inkwell/functions/src/search/index-entry.ts';
import { markdownTree } from '@inkwell/shared/markdown/tree';
import { HOSTILE_SHAPES } from '@inkwell/shared/testing/hostile-shapes';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const LENGTH = 200_000;
const siteUrl = 'https://inkwell.example';
const pageUrl = `${siteUrl}/posts/p1/a-post`;

const NOTHING = { categoryName: null, authorNames: [], tagNames: [], categoryId: null, authorIds: [], tagIds: [] };

const RENDERINGS: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  page: articleToHtml,
  feed: (text) => markdownToHtml(text, { siteUrl, pageUrl }),
  mail(text) {
    const tree = markdownTree(text, { siteUrl });
    return mailHtml(tree, { link: '#000' }) + mailText(tree);
  },
  search(content) {
    const entry = indexEntryOf({ ...NOTHING, title: '', excerpt: null, content, publishedAt: new Date(0) });
    return entry.body;
  },
};

async function measure(work: () => string | Promise<string>): Promise<{ ms: number; size: number }> {
  let ms = Number.POSITIVE_INFINITY;
  let size = 0;
  // Results far below the target are not measured again.
  for (let round = 0; round < 3 && (round === 0 || ms > 50); round += 1) {
    const before = process.cpuUsage();
    size = (await work()).length;
    const { user, system } = process.cpuUsage(before);
    ms = Math.min(ms, (user + system) / 1_000);
  }
  return { ms, size };
}

const ORDINARY = 'a text of real length';
const ordinary = HOSTILE_SHAPES.filter(({ name }) => name === ORDINARY);
const asked = HOSTILE_SHAPES.filter(({ name }) => name !== ORDINARY && name.includes(values.only));

const measured: { worst: number; line: string }[] = [];
for (const { name, textOf } of [...ordinary, ...asked]) {
  const text = textOf(LENGTH);
  const results = [];
  for (const [what, render] of Object.entries(RENDERINGS))
    results.push({ what, ...(await measure(() => render(text))) });
  const columns = results.map(
    ({ what, ms, size }) =>
      `${what} ${ms.toFixed(0).padStart(4)} ms ${String(Math.round(size / 1_000)).padStart(5)} kB`,
  );
  measured.push({ worst: Math.max(...results.map(({ ms }) => ms)), line: `${columns.join('  ')}  ${name}` });
}
const [first, ...rest] = measured;
for (const { line } of [first, ...rest.sort((a, b) => a.worst - b.worst)].flatMap((one) => one ?? []))
  console.log(line);
