import { draftApi } from '@inkwell/shared/drafts';
import { postApi } from '@inkwell/shared/posts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  contentField,
  DRAFT_KEPT,
  hidePage,
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
import { samplePost } from '../../../test/samples.ts';

beforeEach(writeMarkdown);

const excerptField = () => screen.getByRole('textbox', { name: /^Excerpt/ });
const offersWith = (words: string) =>
  offers().filter((offer) => within(offer).queryAllByText((text) => text.includes(words)).length > 0);
const keptDrafts = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('inkwell-draft:'))
    .map(([, text]) => JSON.parse(text));

describe('a text that was emptied', () => {
  it('is still offered when the tab is killed', async () => {
    const first = await openEditor();
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'A long text');
    type(contentField(), '');
    first.unmount();

    const { user } = await openEditor();
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));

    await waitFor(() => expect(contentField()).toHaveValue('A long text that was typed in an hour'));
  });

  it('is still offered when it was emptied under a title, beside what was written instead', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    type(contentField(), 'x');
    await screen.findByText(DRAFT_KEPT);
    expect(offers()).toEqual([]);
    first.unmount();

    const { user } = await openEditor();
    await waitFor(() => expect(offers()).toHaveLength(2));
    const [full] = offers().filter((offer) => within(offer).queryByText('A long text that was typed in an hour'));
    await user.click(within(full as HTMLElement).getByRole('button', { name: 'Restore Draft' }));

    await waitFor(() => expect(contentField()).toHaveValue('A long text that was typed in an hour'));
    expect(offers()).toHaveLength(1);
  });

  it('is one draft alone when what was taken out was brought back', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    type(contentField(), 'A long text that was typed in an hour, and more');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    await openEditor();
    await screen.findByRole('region', { name: /^Unsaved draft/ });
    expect(offers()).toHaveLength(1);
  });

  it('is published as a post of its own', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'Another');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();
    const keys = Object.entries(localStorage)
      .filter(([key]) => key.startsWith('inkwell-draft:'))
      .map(([, text]) => JSON.parse(text).submissionKey);

    expect(new Set(keys).size).toBe(2);
  });

  it('stays offered when what was written instead was hardly anything, and taken back', async () => {
    const first = await openEditor();
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'zq');
    type(contentField(), '');
    first.unmount();
    await act(async () => {});

    const { user } = await openEditor();
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));
    await waitFor(() => expect(contentField()).toHaveValue('A long text that was typed in an hour'));
  });

  it('is left to another tab that writes on it', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    const texts = () => Object.entries(localStorage).filter(([key]) => key.startsWith('inkwell-draft:'));
    const [key = '', text = ''] = texts().find(([, text]) => text.includes('in an hour')) ?? [];
    localStorage.setItem(key, text.replace('in an hour', 'in two hours').replace('"savedAtMs":', '"savedAtMs":1'));

    type(contentField(), 'A long text that was typed in an hour');
    await waitFor(() => expect(texts().filter(([, text]) => text.includes('in an hour'))).toHaveLength(1));
    await act(async () => {});
    expect(texts().filter(([, text]) => text.includes('in two hours'))).toHaveLength(1);
    first.unmount();
  });

  it('is among the discarded drafts once the post is saved', async () => {
    const api = staffApi();
    new FakeDrafts().answer(api);
    const { user, router, unmount } = await openEditor(api);
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'Another');
    await user.click(submitButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    unmount();

    await openEditor(api);
    expect(offers()).toEqual([]);
    const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('inkwell-draft:'));
    expect(kept.map(([, text]) => JSON.parse(text))).toEqual([
      expect.objectContaining({
        form: expect.objectContaining({ content: 'A long text that was typed in an hour' }),
        discardedAtMs: expect.any(Number),
      }),
    ]);
  });

  it('is that of the last hour, beside a longer one from which that was made', async () => {
    const outline = 'An outline. '.repeat(20);
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), outline);
    type(contentField(), outline.slice(0, 150));
    type(contentField(), 'What became of it. '.repeat(8));
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    await openEditor();
    await waitFor(() => expect(offers()).toHaveLength(3));
    expect(offersWith('What became of it.')).toHaveLength(1);
    expect(offersWith('An outline.')).toHaveLength(1);
  });

  it('is offered once when a word of it was mended before', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typped in an hour');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    await openEditor();
    await waitFor(() => expect(offers()).toHaveLength(2));
    expect(offersWith('A long text that was typed in an hour')).toHaveLength(1);
  });

  it('without a title is offered as it was last', async () => {
    const first = await openEditor();
    type(contentField(), 'An outline. '.repeat(20));
    type(contentField(), 'What became of it. '.repeat(8));
    type(contentField(), '');
    first.unmount();

    await openEditor();
    await waitFor(() => expect(offersWith('What became of it.')).toHaveLength(1));
    expect(offersWith('An outline.')).toHaveLength(1);
  });

  it('is one into whose place something of the same length was pasted', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'Notes of somebody else from the web.');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    await openEditor();
    await waitFor(() => expect(offersWith('A long text that was typed in an hour')).toHaveLength(1));
    expect(offersWith('Notes of somebody else')).toHaveLength(1);
  });

  it('is one into whose place something was pasted after it was taken out', async () => {
    await openEditor();
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    type(contentField(), 'Notes of somebody else from the web.');
    await screen.findByText(DRAFT_KEPT);

    await waitFor(() => expect(keptDrafts()).toHaveLength(2));
    expect(keptDrafts().map(({ form }) => form.content)).toContain('A long text that was typed in an hour');
  });

  it('is had back with the words that were written last, when it is taken out letter by letter', async () => {
    await openEditor();
    type(titleField(), 'A title');
    const first = 'What was written first. '.repeat(10);
    type(contentField(), first);
    const rest = first.slice(0, 150);
    type(contentField(), rest);
    const whole = `${rest}What came to mind at the end of the day, at last`;
    for (let end = rest.length; end <= whole.length; end += 6) type(contentField(), whole.slice(0, end));
    type(contentField(), whole);
    for (let end = whole.length - 4; end > 0; end -= 4) type(contentField(), whole.slice(0, end));
    type(contentField(), '');

    await waitFor(() => expect(keptDrafts().map(({ form }) => form.content)).toContain(whole));
    expect(keptDrafts().map(({ form }) => form.content)).toContain(first);
  });

  it('is no text that comes back under another title', async () => {
    await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    type(titleField(), 'Another');
    type(contentField(), 'A long text that was typed in an hour');

    await waitFor(() => expect(keptDrafts()).toHaveLength(1));
  });

  it('is the title of a stored post, of which nothing else was changed', async () => {
    const stored = samplePost({ id: 'post-1', title: 'Stored', content: 'What is stored' });
    renderApp('/create-post?edit=post-1', { viewer: moderator, api: staffApi().on(postApi.byId, () => stored) });
    await screen.findByRole('heading', { name: 'Edit Post' });
    type(titleField(), 'A title that took an hour to find');
    type(titleField(), '');
    type(titleField(), 'x');

    await waitFor(() => expect(keptDrafts()).toHaveLength(2));
    await act(async () => {});
    expect(keptDrafts().map(({ form }) => form.title)).toContain('A title that took an hour to find');
  });

  it.each(['taken out', 'pasted over', 'deleted letter by letter'])(
    'is a paragraph in a stored post that is %s, also with other changes around it',
    async (how) => {
      const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} of what is stored.`);
      const stored = samplePost({ id: 'post-1', title: 'Stored', content: lines.join('\n') });
      const api = staffApi().on(postApi.byId, () => stored);
      renderApp('/create-post?edit=post-1', { viewer: moderator, api });
      await screen.findByRole('heading', { name: 'Edit Post' });
      const changed = (middle: string) =>
        lines.with(0, 'The first line.').with(20, `${lines[20]}${middle}`).with(39, 'The last.').join('\n');
      const written = '\nA paragraph that took an hour, in the middle.';
      type(contentField(), changed(''));
      type(contentField(), changed(written));
      if (how === 'taken out') type(contentField(), changed(''));
      if (how === 'pasted over') type(contentField(), changed('\nNotes of somebody else from the web, as long.'));
      if (how === 'deleted letter by letter')
        for (let end = written.length - 3; end > 0; end -= 3) type(contentField(), changed(written.slice(0, end)));

      await waitFor(() => expect(keptDrafts()).toHaveLength(2));
      expect(keptDrafts().map(({ form }) => form.content)).toContain(changed(written));
    },
  );

  it('is one into whose place something was pasted, also after a part of it was taken out', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), `A long text that was typed in an hour, ${'and its second half. '.repeat(2)}`);
    type(contentField(), 'A long text that was typed in an hour, ');
    type(contentField(), 'Notes of somebody else from the web. '.repeat(2));
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    await openEditor();
    await waitFor(() => expect(offersWith('A long text that was typed in an hour')).toHaveLength(1));
  });

  it('is one also under a title and an excerpt that are longer than what was taken out', async () => {
    const first = await openEditor();
    type(titleField(), 'A title of so many words that nobody would read it to its end');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    await openEditor();
    await waitFor(() => expect(offersWith('A long text that was typed in an hour')).toHaveLength(1));
  });

  it('is one also where only the excerpt was written', async () => {
    const first = await openEditor();
    type(excerptField(), 'What the story is about, in a sentence or two');
    type(excerptField(), '');
    first.unmount();
    await act(async () => {});

    const { user } = await openEditor();
    await user.click(await screen.findByRole('button', { name: 'Restore Draft' }));
    await waitFor(() => expect(excerptField()).toHaveValue('What the story is about, in a sentence or two'));
  });

  it('is offered once when it was thinned out line by line', async () => {
    const first = await openEditor();
    type(titleField(), 'A title');
    const lines = Array.from({ length: 16 }, (_, index) => `Point ${index} of an outline`);
    for (; lines.length > 0; lines.splice(Math.floor(lines.length / 2), 1)) type(contentField(), lines.join('\n'));
    type(contentField(), 'x');
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    await openEditor();
    await waitFor(() => expect(offers()).toHaveLength(2));
    expect(offersWith('Point 15')).toHaveLength(1);
  });

  it('is offered also where it was written into a long one that is stored', async () => {
    const stored = samplePost({ id: 'post-1', title: 'Stored', content: 'A stored sentence. '.repeat(50) });
    const api = staffApi().on(postApi.byId, () => stored);
    const first = renderApp('/create-post?edit=post-1', { viewer: moderator, api });
    await screen.findByRole('heading', { name: 'Edit Post' });
    type(contentField(), `${stored.content}A new paragraph, of an hour.`);
    type(contentField(), stored.content.replace('A stored', 'The stored'));
    await screen.findByText(DRAFT_KEPT);
    first.unmount();

    renderApp('/create-post?edit=post-1', { viewer: moderator, api });
    await waitFor(() => expect(offers()).toHaveLength(2));
    const kept = keptDrafts().map(({ form }) => form.content.includes('A new paragraph, of an hour.'));
    expect(kept.sort()).toEqual([false, true]);
  });

  it.each([
    [
      'a word is replaced everywhere',
      'One harbour lies here, in the sun of the evening. '.repeat(4),
      'One haven lies here, in the sun of the evening. '.repeat(4),
    ],
    [
      'paragraphs change places',
      'The first of all\n\nThe second of all\n\nThe third',
      'The third\n\nThe second of all\n\nThe first of all',
    ],
    [
      'lines become a list',
      'Apples of the south\nPears of the north\nPlums',
      '- Apples of the south\n- Pears of the north\n- Plums',
    ],
  ])('is no text in which %s', async (_, before, after) => {
    await openEditor();
    type(titleField(), 'A title');
    type(contentField(), before);
    type(contentField(), after);
    await screen.findByText(DRAFT_KEPT);

    await act(async () => {});
    expect(keptDrafts()).toHaveLength(1);
  });

  it('is no text whose title alone is another', async () => {
    await openEditor();
    type(titleField(), 'A title of so many words');
    type(contentField(), 'A long text that was typed in an hour');
    type(titleField(), '');
    type(titleField(), 'Quite another one, and longer');
    await screen.findByText(DRAFT_KEPT);

    await act(async () => {});
    expect(keptDrafts()).toHaveLength(1);
  });

  it('leaves nothing of a longer one that was pasted over it by mistake, when writing goes on', async () => {
    await openEditor();
    type(titleField(), 'A title');
    const own = 'A long text that was typed in an hour';
    type(contentField(), own);
    type(contentField(), 'Notes of somebody else from the web. '.repeat(4));
    type(contentField(), own);
    type(contentField(), `${own}.`);
    await waitFor(() => expect(keptDrafts()).toHaveLength(1));

    for (let left = own; left !== ''; left = left.slice(0, -1)) type(contentField(), left);
    await waitFor(() => expect(keptDrafts()).toHaveLength(2));
    expect(keptDrafts().map(({ form }) => form.content)).toContain(`${own}.`);
  });

  it('leaves nothing of what was pasted over it by mistake', async () => {
    await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'Notes of somebody else from the web.');
    await screen.findByText(DRAFT_KEPT);
    type(contentField(), 'A long text that was typed in an hour');

    await waitFor(() => expect(keptDrafts()).toHaveLength(1));
    expect(keptDrafts()[0].form.content).toBe('A long text that was typed in an hour');
  });

  it('stays a copy while what stands in its place holds no more than a part of it', async () => {
    const api = staffApi();
    new FakeDrafts().answer(api);
    const { user, router } = await openEditor(api);
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    // Back, and gone again before the browser has looked whether the copy is needed.
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'A long text');
    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    await waitFor(() =>
      expect(keptDrafts().map(({ discardedAtMs }) => typeof discardedAtMs)).not.toContain('undefined'),
    );
    expect(keptDrafts().map(({ form }) => form.content)).toContain('A long text that was typed in an hour');
  });

  it('is the other tab’s alone when that takes over what was emptied here', async () => {
    const locks = new FakeLocks();
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    await openEditor();
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    const [{ id }] = keptDrafts();

    await act(async () => void locks.request(`inkwell-draft:${id}`, { steal: true }, () => new Promise(() => {})));
    await act(async () => {});
    expect(keptDrafts().map((draft) => draft.id)).toEqual([id]);

    type(contentField(), 'x');
    await act(async () => {});
    expect(
      keptDrafts()
        .map(({ form }) => form.content)
        .sort(),
    ).toEqual(['A long text that was typed in an hour', 'x']);
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('is not offered above what was pasted back', async () => {
    await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), '');
    await screen.findByText(DRAFT_KEPT);
    await act(async () => void fireEvent.focus(window));
    type(contentField(), 'A long text that was typed in an hour');
    await act(async () => {});

    expect(offers()).toEqual([]);
  });

  it('is among the discarded drafts also when what was left of it was saved, and its writer stays', async () => {
    const api = staffApi();
    new FakeDrafts().answer(api);
    const { user } = await openEditor(api);
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'A long text');
    await user.click(contentField());
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Post created successfully!');

    await waitFor(() =>
      expect(keptDrafts()).toEqual([
        expect.objectContaining({
          form: expect.objectContaining({ content: 'A long text that was typed in an hour' }),
          discardedAtMs: expect.any(Number),
        }),
      ]),
    );
  });

  it('bit by bit is one draft with what the server has of it', async () => {
    const api = staffApi();
    const drafts = new FakeDrafts().answer(api);
    const first = await openEditor(api);
    for (const content of ['A long text that was typed in an hour', 'A long text that was']) {
      type(contentField(), content);
      hidePage();
      await waitFor(() => expect([...drafts.stored.values()].map((draft) => draft.content)).toEqual([content]));
    }
    type(contentField(), '');
    await screen.findByText(/^Draft kept/);
    first.unmount();

    await openEditor(api);
    await waitFor(() => expect(offersWith('A long text that was typed in an hour')).toHaveLength(1));
    await act(async () => {});
    expect(api.calls(draftApi.list)).toHaveLength(2);
    expect(offers()).toHaveLength(1);
  });

  it('takes nothing from a save where the browser does not tell what other tabs write', async () => {
    const locks = new FakeLocks();
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    vi.spyOn(locks, 'query').mockRejectedValue(new DOMException('', 'SecurityError'));
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user, router } = await openEditor();
    type(titleField(), 'A title');
    type(contentField(), 'A long text that was typed in an hour');
    type(contentField(), 'Another');

    await user.click(submitButton());

    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    Reflect.deleteProperty(navigator, 'locks');
  });
});
