// @module-tag thorough
import { draftApi } from '@inkwell/shared/drafts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  contentField,
  DRAFT_KEPT,
  hidePage,
  keptRecords,
  offers,
  openEditor,
  staffApi,
  submitButton,
  type,
  write,
  writeMarkdown,
} from '../../../test/editor-page.ts';
import { FakeDrafts } from '../../../test/fake-drafts.ts';
import { FakeLocks } from '../../../test/fake-locks.ts';
import { renderPage } from '../../../test/render-app.tsx';
import { moderator } from '../../../test/samples.ts';
import { settled } from '../../../test/settled.ts';

/* For the definition of an emptied text see session/emptied.test.ts. */

beforeEach(writeMarkdown);

const TEXT = 'A long text that was typed in an hour';

function serverOfDrafts(api = staffApi()) {
  const drafts = new FakeDrafts().answer(api);
  const copies = () =>
    [...drafts.discarded.values()].filter(({ reason }) => reason === 'emptied').map(({ content }) => content);
  return { api, drafts, copies };
}

/** Copies that the server does not have yet. */
const copiesHere = () =>
  keptRecords()
    .filter(({ state, fields }) => state === 'discarded' && fields.reason === 'emptied')
    .map(({ fields }) => fields.form.content);

describe('a copy of an emptied text', () => {
  it('is a discarded draft, from which the text can be restored', async () => {
    const { api, copies } = serverOfDrafts();
    const first = await openEditor(api);
    write('A title', TEXT);
    type(contentField(), 'x');
    await waitFor(() => expect(copies()).toEqual([TEXT]));
    await waitFor(() => expect(copiesHere()).toEqual([]));
    expect(offers()).toEqual([]);
    first.unmount();

    const { user } = renderPage('/drafts', { viewer: moderator, api });
    await user.click(await screen.findByRole('button', { name: 'Restore “A title”' }));
    await waitFor(() => expect(copies()).toEqual([]));
    const rows = () => screen.getAllByRole('listitem', { name: 'Draft “A title”' });
    await waitFor(() => expect(rows()).toHaveLength(2));
    const back = rows().find((row) => within(row).queryByText(TEXT)) as HTMLElement;
    await user.click(within(back).getByRole('link', { name: 'Open “A title”' }));

    await waitFor(() => expect(contentField()).toHaveValue(TEXT));
  });

  it('is stored in the browser until the server has it, even if the tab is killed', async () => {
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

  it('exists without a draft if no text is left', async () => {
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

  it('is kept when the remaining text is saved and the writer stays on the page', async () => {
    const { api, copies } = serverOfDrafts();
    const { user } = await openEditor(api);
    write('A title', TEXT);
    type(contentField(), 'A long text');
    await user.click(contentField());
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Post created successfully!');

    await waitFor(() => expect(copies()).toEqual([TEXT]));
    expect(keptRecords()).toEqual([]);
  });

  it('belongs to the tab that takes over the draft', async () => {
    const locks = new FakeLocks();
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    await openEditor();
    type(contentField(), TEXT);
    await screen.findByText(DRAFT_KEPT);
    const id = keptRecords()[0]?.id;

    await settled(() => void locks.request(`inkwell-autosave:${id}`, { steal: true }, () => new Promise(() => {})));
    type(contentField(), 'x');

    await waitFor(() => expect(keptRecords().find((record) => record.id === id)?.fields.form.content).toBe(TEXT));
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('does not prevent a save if the server cannot be reached', async () => {
    const { user, router } = await openEditor(staffApi().refuse(draftApi.discard, 500));
    write('A title', TEXT);
    type(contentField(), 'Another');

    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
