/**
 * Types into a text of 200,000 characters, in rich text and in Markdown, and measures the time from a keystroke to the frame that shows it, and the
 * time for opening such a text: `npm run typing --workspace tools/bench`.
 */
import { parseArgs } from 'node:util';
import { findBrowser } from '@inkwell/e2e/support/browser.ts';
import { choose, contentOf, type Mode } from '@inkwell/e2e/support/killed-writer.ts';
import { MODERATOR, signInAndWait } from '@inkwell/e2e/support/people.ts';
import { chromium, type Page } from '@playwright/test';
import { startStack } from 'firebase-local/testing/stack';
import { quantile } from './programs.ts';

const { values } = parseArgs({ options: { strokes: { type: 'string', default: '300' } } });
const LENGTH = 200_000;
/** The speed of a fast writer: 17 keystrokes a second. */
const PAUSE_MS = 60;
const SENTENCE =
  'It was a *long* time ago, and [the harbour](https://example.com/a) was full of **boats** that nobody had counted. ';
const WORDS = 'the tide writes twice a day and nobody reads it but the gulls over there ';

/** Paragraphs with headings and lists between them. */
function textOf(length: number): string {
  let text = '';
  for (let part = 1; text.length < length; part += 1) {
    if (part % 12 === 0) text += `## Part ${part}\n\n`;
    else if (part % 7 === 0) text += '- one thing\n- another thing\n- a third\n\n';
    else text += `${SENTENCE.repeat(4).trim()}\n\n`;
  }
  return text.slice(0, length).trimEnd();
}

/** The times in ms from each keystroke to the first moment after the frame that shows it. */
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

const stack = await startStack();
const choice = await findBrowser();
const browser = await chromium.launch({
  executablePath: choice.executablePath,
  args: choice.args,
  env: { ...(process.env as Record<string, string>), ...choice.env },
});
try {
  const page = await browser.newPage({
    baseURL: stack.url,
    viewport: { width: 1280, height: 900 },
  });
  await signInAndWait(page, MODERATOR);
  await page.goto('/create-post');
  await choose(page, 'Markdown');
  const text = textOf(LENGTH);
  await contentOf(page).fill(text);
  console.log(`${text.length} characters, ${values.strokes} strokes`);
  for (const mode of ['Markdown', 'Rich text'] satisfies Mode[]) {
    const begun = performance.now();
    await choose(page, mode);
    await contentOf(page).waitFor();
    const openMs = performance.now() - begun;
    if (mode === 'Rich text') await contentOf(page).locator('p').nth(60).click();
    else await contentOf(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(100_000, 100_000));
    await page.waitForTimeout(2_000);
    const times = (await type(page, Number(values.strokes))).sort((a, b) => a - b);
    const [median, p95, most] = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0));
    console.log(
      `${mode}: opened in ${openMs.toFixed(0)} ms; stroke to frame median ${median} ms, p95 ${p95} ms, most ${most} ms`,
    );
  }
} finally {
  await browser.close();
  await stack.stop();
}
