import type { Page } from '@playwright/test';
import { ofAnotherBuild } from '../support/another-build.ts';
import { ADMIN, openHomeAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const NAMES = [
  'Ink',
  'The Harbour Courier',
  'The Harbour Courier and Review',
  '港のしんぶん通信',
  'المد يكتب مرتين في اليوم',
];
const LINKS = ['About', 'Contact', 'Newsletter', 'Archive', 'About us', 'Imprint', 'Members', 'Jobs'];
const WIDTHS = [320, 390, 640, 768, 820, 1024, 1200, 1440, 1920];

/**
 * Sets the header's name, unless a logo replaces it, and links. Returns the words that are wrapped, cut, outside of the header or below another line.
 */
const faultsOf = (page: Page, name: string, links: readonly string[]) =>
  page.evaluate(
    ([name, links]) => {
      const bar = document.querySelector('header > div') as HTMLElement;
      const brand = bar.querySelector('a') as HTMLElement;
      const word = brand.querySelector<HTMLElement>('span > span');
      const logo = brand.querySelector('img');
      const nav = bar.querySelector('nav') as HTMLElement;
      const [added] = nav.querySelectorAll<HTMLElement>(':scope > span');
      const { className } = nav.querySelector('a') as HTMLElement;
      if (word) word.textContent = name;
      added?.replaceChildren(
        ...links.map((label) =>
          Object.assign(document.createElement('a'), { href: '/', textContent: label, className }),
        ),
      );
      const boxOf = (element: Element) => element.getBoundingClientRect();
      const room = added ? boxOf(added).bottom : 0;
      const shown = [brand, ...bar.querySelectorAll('nav a, nav ~ div > *')].filter((element) => {
        const isInNextRow = added?.contains(element) && boxOf(element).top >= room;
        return element.getClientRects().length > 0 && !isInNextRow;
      });
      const faults = shown.flatMap((element, index) => {
        const box = boxOf(element);
        const isOver = shown.slice(index + 1).some((other) => {
          const next = boxOf(other);
          return box.right > next.left + 1 && next.right > box.left + 1 && !element.contains(other);
        });
        const isOutside = box.right > innerWidth + 1 || box.bottom > boxOf(bar).bottom + 1;
        const isCut = element.matches('nav a') && element.scrollWidth > element.clientWidth + 1;
        return isOver || isOutside || isCut ? [element.textContent] : [];
      });
      const isBeyond = logo && (boxOf(logo).width < 16 || boxOf(logo).right > boxOf(brand).right + 1);
      return isBeyond || (word && word.getClientRects().length > 1) ? [name, ...faults] : faults;
    },
    [name, links] as const,
  );

for (const viewer of ['a visitor', 'an admin']) {
  test(`the header of ${viewer} fits any name, and cuts no word`, async ({ page }) => {
    if (viewer === 'an admin') await openHomeAs(page, ADMIN);
    else await page.goto('/posts');
    await expect(page.getByRole('banner').getByRole('searchbox').first()).toBeAttached();

    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of NAMES)
        for (const count of [0, 1, 4, LINKS.length])
          expect(await faultsOf(page, name, LINKS.slice(0, count)), `${name}, ${width} px, ${count} links`).toEqual([]);
    }
  });
}

for (const [shape, width] of [
  ['square', 100],
  ['broad', 400],
  ['very broad', 1200],
] as const) {
  test(`the header carries a ${shape} logo in place of the name`, async ({ page }) => {
    const name = 'The Harbour Courier';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100"><rect width="${width}" height="100"/></svg>`;
    await page.route('/posts', async (route) => {
      const response = await route.fetch();
      const body = ofAnotherBuild(await response.text()).replace(
        /(id="site-data">)([^<]*)/,
        (_, open: string, data: string) =>
          open +
          JSON.stringify({
            ...JSON.parse(data),
            name,
            logo: `data:image/svg+xml;base64,${btoa(svg)}`,
            logoReplacesName: true,
          }),
      );
      await route.fulfill({ response, body });
    });
    await page.goto('/posts');
    const logo = page.getByRole('link', { name: `${name}, home` }).getByRole('img', { name, includeHidden: true });
    await expect(logo).toBeVisible();
    await expect(page.getByRole('banner').getByRole('searchbox').first()).toBeAttached();

    for (const screen of WIDTHS) {
      await page.setViewportSize({ width: screen, height: 800 });
      for (const count of [0, 1, 4, LINKS.length])
        expect(await faultsOf(page, name, LINKS.slice(0, count)), `${screen} px, ${count} links`).toEqual([]);
    }
    await expect(page.getByRole('banner').getByText(name)).toHaveCount(0);
  });
}
