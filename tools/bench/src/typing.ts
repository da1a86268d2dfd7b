/**
 * Types into a text of 200,000 characters, in rich text and in Markdown, and measures the time from a keystroke to the frame that
 * shows it, the work of the page's main thread per keystroke, and the time to open such a text: `npm run typing --workspace
 * tools/bench`, with `--url` for a product that already runs.
 */
import { parseArgs } from 'node:util';
import { findBrowser } from '@inkwell/e2e/support/browser.ts';
import { choose, contentOf, type Mode } from '@inkwell/e2e/support/killed-writer.ts';
import { MODERATOR, signInAndWait } from '@inkwell/e2e/support/people.ts';
import { chromium, type Page } from '@playwright/test';
import { startStack } from 'firebase-local/testing/stack';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    length: { type: 'string', default: '200000' },
    strokes: { type: 'string', default: '300' },
  },
});
/** As a fast writer types: 17 strokes a second. */
const PAUSE_MS = 60;
const SENTENCE =
  'It was a *long* time ago, and [the harbour](https://example.com/a) was full of **boats** that nobody had counted. ';
const WORDS = 'the tide writes twice a day and nobody reads it but the gulls over there ';

/** A text of paragraphs with headings and lists between them. */
function textOf(length: number): string {
  let text = '';
  for (let part = 1; text.length < length; part += 1) {
    if (part % 12 === 0) text += `## Part ${part}\n\n`;
    else if (part % 7 === 0) text += '- one thing\n- another thing\n- a third\n\n';
    else text += `${SENTENCE.repeat(4).trim()}\n\n`;
  }
  return text.slice(0, length).trimEnd();
}

/** Milliseconds from each keystroke to the first moment after the frame that shows it. */
async function type(page: Page, strokes: number): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { strokeTimes: times });
    document.addEventListener(
      'keydown',
      () => {
        const begun = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - begun);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  for (let index = 0; index < strokes; index += 1) {
    const character = WORDS[index % WORDS.length] ?? ' ';
    await page.keyboard.press(character === ' ' ? 'Space' : character);
    await page.waitForTimeout(PAUSE_MS);
  }
  return page.evaluate(() => (window as unknown as { strokeTimes: number[] }).strokeTimes);
}

/** CPU time of the page's main thread so far, in milliseconds; other programs on the machine distort it little. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);

const stack = values.url ? null : await startStack();
const choice = await findBrowser();
const browser = await chromium.launch({
  executablePath: choice.executablePath,
  args: choice.args,
  env: { ...(process.env as Record<string, string>), ...choice.env },
});
try {
  const page = await browser.newPage({
    baseURL: values.url ?? stack?.url ?? '',
    viewport: { width: 1280, height: 900 },
  });
  await signInAndWait(page, MODERATOR);
  await page.goto('/create-post');
  await choose(page, 'Markdown');
  const text = textOf(Number(values.length));
  await contentOf(page).fill(text);
  const work = await workOf(page);
  console.log(`${text.length} characters, ${values.strokes} strokes`);
  for (const mode of ['Markdown', 'Rich text'] satisfies Mode[]) {
    const before = await work();
    const begun = performance.now();
    await choose(page, mode);
    await contentOf(page).waitFor();
    const openMs = performance.now() - begun;
    const openWorkMs = (await work()) - before;
    if (mode === 'Rich text') await contentOf(page).locator('p').nth(60).click();
    else await contentOf(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(100_000, 100_000));
    await page.waitForTimeout(2_000);
    const beforeTyping = await work();
    const times = (await type(page, Number(values.strokes))).sort((a, b) => a - b);
    const strokeWorkMs = ((await work()) - beforeTyping) / times.length;
    const [median, p95, most] = [0.5, 0.95, 1].map((share) => quantile(times, share));
    console.log(
      `${mode}: opened in ${openMs.toFixed(0)} ms (${openWorkMs.toFixed(0)} ms of work); stroke to frame median ${median} ms, ` +
        `p95 ${p95} ms, most ${most} ms (${strokeWorkMs.toFixed(0)} ms of work a stroke)`,
    );
  }
} finally {
  await browser.close();
  await stack?.stop();
}
