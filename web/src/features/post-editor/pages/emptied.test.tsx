import { draftApi } from '@inkwell/shared/drafts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  contentField,
  DRAFT_KEPT,
  hidePage,
  keptRecords,
  moderator,
  offers,
  openEditor,
  staffApi,
  submitButton,
  titleField,
  type,
  writeMarkdown,
} from '../../../test/editor-page.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { FakeLocks } from '../../../test/fake-locks.ts';
import { renderApp } from '../../../test/render-app.tsx';

/* Which texts count as emptied is proved in session/emptied.test.ts. */

beforeEach(writeMarkdown);

const TEXT = 'A long text that was typed in an hour';

function serverOfDrafts(api = staffApi()) {
  const drafts = new FakeDrafts().answer(api);
  const copies = () =>
    [...drafts.discarded.values()].filter(({ reason }) => reason === 'emptied').map(({ content }) => content);
  return { api, drafts, copies };
}

/** Copies that the server was not told of yet. */
const copiesHere = () =>
  keptRecords()
    .filter(({ state, fields }) => state === 'discarded' && fields.reason === 'emptied')
    .map(({ fields }) => fields.form.content);

describe('a text that was emptied', () => {
  it('is among the discarded drafts, from which it is taken back', async () => {
    const { api, copies } = serverOfDrafts();
    const first = await openEditor(api);
    type(titleField(), 'A title');
    type(contentField(), TEXT);
    type(contentField(), 'x');
    await waitFor(() => expect(copies()).toEqual([TEXT]));
    await waitFor(() => expect(copiesHere()).toEqual([]));
    expect(offers()).toEqual([]);
    first.unmount();

    const { user } = renderApp('/drafts', { viewer: moderator, api });
    await user.click(await screen.findByRole('button', { name: 'Take back “A title”' }));
    await waitFor(() => expect(copies()).toEqual([]));
    const rows = () => screen.getAllByRole('listitem', { name: 'Draft “A title”' });
    await waitFor(() => expect(rows()).toHaveLength(2));
    const back = rows().find((row) => within(row).queryByText(TEXT)) as HTMLElement;
    await user.click(within(back).getByRole('link', { name: 'Open “A title”' }));

    await waitFor(() => expect(contentField()).toHaveValue(TEXT));
  });

  it('is kept in the browser until the server can be told, also when the tab is killed', async () => {
    const first = await openEditor(staffApi().cut(draftApi.discard).cut(draftApi.put));
    type(contentField(), TEXT);
    type(contentField(), '');
    await waitFor(() => expect(copiesHere()).toEqual([TEXT]));
    first.unmount();

    const { api, copies } = serverOfDrafts();
    await openEditor(api);
    await waitFor(() => expect(copies()).toEqual([TEXT]));
    await waitFor(() => expect(keptRecords()).toEqual([]));
    expect(offers()).toEqual([]);
  });

  it('leaves no draft of what is left when that is nothing', async () => {
    const { api, drafts, copies } = serverOfDrafts();
    await openEditor(api);
    type(contentField(), TEXT);
    hidePage();
    await waitFor(() => expect(drafts.stored.size).toBe(1));
    type(contentField(), '');
    hidePage();

    await waitFor(() => expect(drafts.stored.size).toBe(0));
    await waitFor(() => expect(copies()).toEqual([TEXT]));
    expect(keptRecords()).toEqual([]);
  });

  it('stays there when what was left of it is saved, and its writer stays', async () => {
    const { api, copies } = serverOfDrafts();
    const { user } = await openEditor(api);
    type(titleField(), 'A title');
    type(contentField(), TEXT);
    type(contentField(), 'A long text');
    await user.click(contentField());
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Post created successfully!');

    await waitFor(() => expect(copies()).toEqual([TEXT]));
    expect(keptRecords()).toEqual([]);
  });

  it('stands five times at most in one sitting: the longest, the newest, and of the others no shorter one', async () => {
    await openEditor(staffApi().cut(draftApi.discard));
    const texts = [30, 6, 9, 5, 8, 7].map((count, index) => `Words of text ${index}, at length. `.repeat(count));
    for (const text of texts) {
      type(contentField(), text);
      type(contentField(), '');
    }
    await waitFor(() => expect(copiesHere()).toHaveLength(5));

    expect(new Set(copiesHere())).toEqual(new Set(texts.toSpliced(3, 1)));
  });

  it('is the other tab’s alone when that takes over what was emptied here', async () => {
    const locks = new FakeLocks();
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    await openEditor();
    type(contentField(), TEXT);
    await screen.findByText(DRAFT_KEPT);
    const id = keptRecords()[0]?.id;

    await act(async () => void locks.request(`inkwell-autosave:${id}`, { steal: true }, () => new Promise(() => {})));
    type(contentField(), 'x');

    await waitFor(() => expect(keptRecords().find((record) => record.id === id)?.fields.form.content).toBe(TEXT));
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('takes nothing from a save where the server cannot be told', async () => {
    const { user, router } = await openEditor(staffApi().refuse(draftApi.discard, 500));
    type(titleField(), 'A title');
    type(contentField(), TEXT);
    type(contentField(), 'Another');

    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
