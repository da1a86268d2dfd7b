import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Frames belong to other sites, and nobody reads the selectors of elements. */
const OPTIONS: RunOptions = { runOnly: TAGS, resultTypes: ['violations'], iframes: false, selectors: false };

/** What axe finds on the page, or in the part that a selector names, as texts, one for each element. */
export async function accessibilityProblems(page: Page, part = 'html'): Promise<string[]> {
  // A page within the app keeps the script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([root, options]) => {
      const { violations } = await window.axe.run(root, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}\n${failureSummary}`),
      );
    },
    [part, OPTIONS] as const,
  );
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
