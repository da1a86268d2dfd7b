import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Skips frames, which belong to other sites, and selectors, which nobody reads. */
const OPTIONS: RunOptions = { runOnly: TAGS, resultTypes: ['violations'], iframes: false, selectors: false };

/** The problems that axe finds on the page, or in the part with this selector, one text per element. */
export async function accessibilityProblems(page: Page, part = 'html'): Promise<string[]> {
  // Pages opened within the app keep the script.
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
