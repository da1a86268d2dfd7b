import { postApi } from '@inkwell/shared/posts';
import { type Suggestions, searchApi } from '@inkwell/shared/search';
import { tagApi } from '@inkwell/shared/tags';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../test/fake-api.ts';
import { createFakeApi, renderApp } from '../../../test/render-app.tsx';

const FOUND: Suggestions = {
  posts: [
    { id: 'one', title: 'A harbour at night', slug: 'a-harbour-at-night' },
    { id: 'two', title: 'Harvest', slug: 'harvest' },
  ],
  tags: [{ name: 'Harbours', slug: 'harbours' }],
  authors: [{ id: 'ada', name: 'Ada Harding' }],
};
/** The pages of suggestions never finish loading. */
const fakeApi = () =>
  [postApi.byId, postApi.similar, tagApi.bySlug, searchApi.find].reduce((api, call) => api.hang(call), createFakeApi());
const suggesting = (found = FOUND) => fakeApi().on(searchApi.suggestions, () => found);

/** Types into the field of the header. @returns the visible suggestions */
async function type(text: string, api = suggesting()) {
  const app = renderApp('/forgot-password', { api });
  const [box] = await screen.findAllByLabelText('Search all posts', { selector: 'input' });
  const field = box as HTMLInputElement;
  await app.user.type(field, text);
  return { ...app, field };
}
const list = () => screen.findByRole('listbox', { name: 'Suggestions' });
const chosenIn = (field: HTMLElement) => {
  const id = field.getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};

describe('suggestions below a search field', () => {
  it('are posts, tags and authors, as links of a listbox that the field controls', async () => {
    const { field, api } = await type('har');

    const options = within(await list());
    expect(options.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...['A harbour at night', 'Harvest', 'Harbours', 'Ada Harding'],
    ]);
    expect(within(options.getByRole('group', { name: 'Tags' })).getByRole('option')).toHaveAttribute(
      'href',
      '/tags/harbours',
    );
    expect(options.getByRole('option', { name: 'Ada Harding' })).toHaveAttribute('href', '/authors/ada/ada-harding');
    expect(field).toHaveRole('combobox');
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(field).toHaveAttribute('aria-controls', (await list()).id);
    expect(screen.getByText('4 suggestions')).toHaveRole('status');
    expect(api.calls(searchApi.suggestions).map(({ query }) => query.q)).toEqual(['har']);
  });

  it('are selected by arrows, in a circle through the field, and opened by Enter', async () => {
    const { user, field, router } = await type('har');
    await list();
    const chosenAfter = async (keys: string) => {
      await user.keyboard(keys);
      return chosenIn(field);
    };

    expect(chosenIn(field)).toBeNull();
    expect(await chosenAfter('{ArrowDown}')).toBe('A harbour at night');
    expect(await chosenAfter('{ArrowDown}{ArrowDown}{ArrowDown}')).toBe('Ada Harding');
    expect(await chosenAfter('{ArrowDown}')).toBeNull();
    expect(await chosenAfter('{ArrowUp}')).toBe('Ada Harding');
    expect(await chosenAfter('{Home}')).toBeNull();
    expect(await chosenAfter('{ArrowDown}{End}')).toBeNull();
    expect(await chosenAfter('{ArrowDown}{ArrowDown}{ArrowDown}')).toBe('Harbours');
    expect(field).toHaveFocus();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(router.state.location.pathname).toBe('/tags/harbours'));
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('close on Escape, which keeps the text, and open again by an arrow', { tags: 'thorough' }, async () => {
    const { user, field } = await type('har');
    await list();

    await user.keyboard('{ArrowDown}{Escape}');

    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field).toHaveValue('har');
    expect(field).toHaveAttribute('aria-expanded', 'false');
    expect(chosenIn(field)).toBeNull();
    await user.keyboard('{ArrowUp}');
    expect(await list()).toBeVisible();
    expect(chosenIn(field)).toBe('Ada Harding');
    await user.tab();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('leave Enter without a selection to the search', async () => {
    const { user, router } = await type('har');
    await list();

    await user.keyboard('{Enter}');

    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/search', search: '?q=har' }));
  });

  it('open by a tap, while the field keeps the focus', async () => {
    const { user, field, router } = await type('har');
    const option = within(await list()).getByRole('option', { name: 'Harvest' });

    await user.pointer({ keys: '[TouchA>]', target: option });
    expect(field).toHaveFocus();
    await user.pointer({ keys: '[/TouchA]', target: option });

    await waitFor(() => expect(router.state.location.pathname).toBe('/posts/two/harvest'));
  });

  it('never show a late answer instead of a newer one', { tags: 'thorough' }, async () => {
    const late: (() => void)[] = [];
    const api = fakeApi().on(searchApi.suggestions, async ({ query: { q } }) => {
      if (q === 'ha') await new Promise<void>((resolve) => late.push(resolve));
      return { ...FOUND, posts: [], tags: [], authors: [{ id: q, name: `Found by ${q}` }] };
    });
    const { user } = await type('ha', api);
    await waitFor(() => expect(late).toHaveLength(1));
    await user.keyboard('r');
    expect(await screen.findByRole('option')).toHaveTextContent('Found by har');

    late[0]?.();
    await Promise.resolve();

    expect(screen.getByRole('option')).toHaveTextContent('Found by har');
  });

  it.each([
    ['a failing network', fakeApi().cut(searchApi.suggestions)],
    [
      'too many calls',
      fakeApi().on(searchApi.suggestions, () => {
        throw new Refusal('too-many', undefined, 7);
      }),
    ],
    ['nothing found', suggesting({ posts: [], tags: [], authors: [] })],
  ])('leave the field unchanged with %s', { tags: 'thorough' }, async (_name, api) => {
    const { user, field, router } = await type('har', api);
    await waitFor(() => expect(api.calls(searchApi.suggestions)).toHaveLength(1));

    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field).toHaveRole('searchbox');
    await user.keyboard('{ArrowDown}bour{Enter}');
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/search', search: '?q=harbour' }));
  });

  it('are also below the field of the search page, but not requested for the current search', {
    tags: 'thorough',
  }, async () => {
    const { user, api } = renderApp('/search?q=har', { api: suggesting() });
    const form = within(await screen.findByRole('search'));
    const box = form.getByLabelText('Search blogs');
    await user.click(box);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(api.calls(searchApi.suggestions)).toEqual([]);

    await user.type(box, 'bour');

    expect(within(await list()).getAllByRole('option')).toHaveLength(4);
  });

  it('are not requested for a single letter, but are for a single Han character', { tags: 'thorough' }, async () => {
    const { user, field, api } = await type('h');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(api.calls(searchApi.suggestions)).toEqual([]);

    await user.clear(field);
    await user.type(field, '京');

    await waitFor(() => expect(api.calls(searchApi.suggestions).map(({ query }) => query.q)).toEqual(['京']));
  });
});
