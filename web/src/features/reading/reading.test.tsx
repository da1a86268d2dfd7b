import { bookmarkApi } from '@inkwell/shared/bookmarks';
import { postApi } from '@inkwell/shared/posts';
import { READING_LIMITS, type ReadingPlace, readingApi } from '@inkwell/shared/reading';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeApi, renderApp, withPost } from '../../test/render-app.tsx';
import { samplePost, samplePostCard, sampleUser } from '../../test/samples.ts';

const viewer = sampleUser({ role: 'user' });
const content = Array.from({ length: 8 }, (_, n) => `Paragraph ${n}`).join('\n\n');
const place: ReadingPlace = { postId: 'p1', block: 5, blocks: 8, isDone: false, at: '2026-11-25T08:00:00.000Z' };
const key = `inkwell:reading:${viewer.id}`;

const apiWith = (...places: ReadingPlace[]) =>
  withPost(createFakeApi(viewer), samplePost({ id: 'p1', title: 'Sourdough', content }))
    .on(readingApi.places, () => places)
    .on(readingApi.note, () => undefined);

const open = (api: ReturnType<typeof apiWith>) => renderApp('/posts/p1/sourdough', { viewer, api });
const hide = () =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => localStorage.clear());

describe('an article that a reader left', () => {
  it('continues there, with the focus in the text', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { user } = open(apiWith(place));
    const button = await screen.findByRole('button', { name: 'Continue where you stopped' });

    await user.click(button);

    await waitFor(() => expect(screen.getByText('Paragraph 5')).toHaveFocus());
    expect(scroll.mock.contexts).toContain(screen.getByText('Paragraph 5'));
    expect(button).not.toBeInTheDocument();
  });

  it('continues once its text has loaded, if the button is pressed earlier', async () => {
    const { user } = open(apiWith(place));
    const button = await screen.findByRole('button', { name: 'Continue where you stopped' });
    const text = (await screen.findByText('Paragraph 5')).parentElement;
    const room = text?.parentElement;
    text?.remove();

    await user.click(button);
    expect(button).toBeVisible();
    if (text) room?.append(text);

    await waitFor(() => expect(screen.getByText('Paragraph 5')).toHaveFocus());
    expect(button).not.toBeInTheDocument();
  });

  it('continues at the same fraction of an edited text', { tags: 'thorough' }, async () => {
    const { user } = open(apiWith({ ...place, block: 8, blocks: 16 }));

    await user.click(await screen.findByRole('button', { name: 'Continue where you stopped' }));

    await waitFor(() => expect(screen.getByText('Paragraph 4')).toHaveFocus());
  });

  it.each([
    ['was read to the end', { ...place, isDone: true }],
    ['was hardly begun', { ...place, block: 1 }],
  ])('offers nothing if the place %s', async (_, stored) => {
    const { api } = open(apiWith(stored));
    await screen.findByText('Paragraph 7');
    await waitFor(() => expect(api.calls(readingApi.places)).toHaveLength(1));

    expect(screen.queryByRole('button', { name: 'Continue where you stopped' })).not.toBeInTheDocument();
  });

  it('uses the later of two places, and can be dismissed', { tags: 'thorough' }, async () => {
    localStorage.setItem(key, JSON.stringify({ places: [{ ...place, block: 2, at: '2026-11-24T08:00:00.000Z' }] }));
    const { user } = open(apiWith(place));

    await user.click(await screen.findByRole('button', { name: 'Do not continue' }));

    expect(screen.queryByRole('button', { name: 'Continue where you stopped' })).not.toBeInTheDocument();
  });
});

describe('a reading position', () => {
  it('is stored at once, and sent when the page is hidden, at most once in 5 minutes', async () => {
    const { api } = open(apiWith());
    await screen.findByText('Paragraph 7');
    await waitFor(() => expect(localStorage.getItem(key)).toContain('"postId":"p1"'));
    expect(api.calls(readingApi.note)).toHaveLength(0);

    await hide();
    await hide();

    expect(api.calls(readingApi.note)).toMatchObject([{ body: { places: [{ postId: 'p1', blocks: 8 }] } }]);
  });

  it('is sent after a long time without a network, the oldest first', async () => {
    const read = Array.from({ length: READING_LIMITS.sent + 2 }, (_, n) => ({
      ...place,
      postId: `read-${n}`,
      at: new Date(Date.UTC(2026, 10, 25, 8, 60 - n)).toISOString(),
    }));
    localStorage.setItem(key, JSON.stringify({ places: read, sentMs: 0, triedMs: 0 }));
    const { api } = renderApp('/about-nothing', { viewer, api: apiWith() });
    await screen.findByRole('button', { name: /^Notifications/ });

    await waitFor(async () => {
      await hide();
      expect(api.calls(readingApi.note)).toHaveLength(1);
    });

    const sent = api.calls(readingApi.note)[0]?.body.places.map(({ postId }) => postId);
    expect(sent).toEqual(read.slice(2).map(({ postId }) => postId));
    const sentMs = Date.parse(read[2]?.at ?? '');
    await waitFor(() => expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({ sentMs }));
  });

  it('is not stored for visitors', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderApp('/posts/p1/sourdough', { api: apiWith() });
    await screen.findByText('Paragraph 7');

    window.dispatchEvent(new Event('scroll'));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await hide();

    expect(Object.keys(localStorage).filter((name) => name.startsWith('inkwell:reading'))).toEqual([]);
  });

  it('is deleted from the browser at sign-out', async () => {
    const { identity } = open(apiWith());
    await waitFor(() => expect(localStorage.getItem(key)).not.toBeNull());

    await act(async () => identity.signOut());

    expect(localStorage.getItem(key)).toBeNull();
  });
});

describe('the reading list', () => {
  const begun = samplePostCard({ id: 'p1', title: 'Sourdough', readingMinutes: 6 });
  const other = samplePostCard({ id: 'p2', title: 'Rye' });
  const withBegun = (...places: ReadingPlace[]) =>
    apiWith(...places)
      .on(bookmarkApi.list, () => [])
      .on(postApi.list, () => [begun, other])
      .on(readingApi.posts, () => [begun]);

  const isBefore = (first: Element, second: Element) =>
    Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);

  it('ends with started posts, and the time that each of them still takes', async () => {
    const saved = { postId: 'p2', savedAt: '2026-11-25T08:00:00.000Z', lists: [], post: other };
    const api = withBegun({ ...place, block: 4 }).on(bookmarkApi.list, () => [saved]);
    renderApp('/reading-list', { viewer, api });

    const started = await screen.findByRole('region', { name: 'Continue reading' });

    expect(within(started).getByRole('link', { name: 'Sourdough' })).toHaveAttribute('href', '/posts/p1/sourdough');
    expect(await within(started).findByText(/3 min left/)).toBeVisible();
    expect(isBefore(screen.getByRole('heading', { name: 'Rye' }), started)).toBe(true);
  });

  it('uses the later place of this browser', { tags: 'thorough' }, async () => {
    const here = { ...place, block: 7, at: '2026-11-25T09:00:00.000Z' };
    localStorage.setItem(key, JSON.stringify({ places: [here], sentMs: 0, triedMs: 0 }));
    renderApp('/reading-list', { viewer, api: withBegun({ ...place, block: 4 }) });

    expect(await screen.findByText(/1 min left/)).toBeVisible();
  });

  it('has them above the text of an empty list, and no second time among the newest posts', async () => {
    renderApp('/reading-list', { viewer, api: withBegun() });

    const empty = await screen.findByText('Nothing saved yet');

    expect(isBefore(screen.getByRole('region', { name: 'Continue reading' }), empty)).toBe(true);
    const newest = within(await screen.findByRole('region', { name: 'Newest posts' }));
    expect(newest.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Rye']);
  });

  it('is complete if they cannot be loaded', async () => {
    renderApp('/reading-list', { viewer, api: withBegun().cut(readingApi.posts) });

    expect(await screen.findByText('Nothing saved yet')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Continue reading' })).not.toBeInTheDocument();
  });
});
