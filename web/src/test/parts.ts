import { screen, within } from '@testing-library/react';

type Part = Pick<typeof screen, 'getByRole'>;

/** The dialog with this title, once it is open. */
export const dialogNamed = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

/** The list item with this heading, once it is shown. */
export const rowNamed = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

/** Where a link leads. */
export const hrefOf = (name: string | RegExp, part: Part = screen): string | null =>
  part.getByRole('link', { name }).getAttribute('href');

/** The texts of elements, such as list items. */
export const textsOf = (elements: readonly HTMLElement[]): (string | null)[] =>
  elements.map(({ textContent }) => textContent);
