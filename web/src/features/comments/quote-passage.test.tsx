import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import './components/comments-section.tsx';
import { toastStore } from '../../lib/toast.ts';
import { createFakeApi, renderPage, withPost } from '../../test/render-app.tsx';
import { samplePost, sampleUser } from '../../test/samples.ts';

const content = 'The tide is *low*.\n\nGulls wait.\n\nThe end.';

// jsdom has no layout.
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as never;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

async function open(viewer: ReturnType<typeof sampleUser> | null) {
  const api = withPost(createFakeApi(viewer), samplePost({ content }));
  const page = renderPage('/posts/post-1/the-quiet-harbour', { api, viewer });
  await screen.findByText('Gulls wait.');
  await screen.findByText(viewer ? 'Post Comment' : 'Please log in to leave a comment');
  return page;
}

function select(from: Node, to: Node): void {
  const selection = document.getSelection();
  // A browser's text for these two paragraphs; jsdom omits where they end.
  vi.spyOn(selection as Selection, 'toString').mockReturnValue('The tide is low.\n\nGulls wait.\n');
  selection?.setBaseAndExtent(from, 0, to, to.childNodes.length);
  document.dispatchEvent(new Event('selectionchange'));
}

it('appends the selected passage to the comment as a quote, and moves the focus there', async () => {
  const { user } = await open(sampleUser());
  const box = screen.getByRole('textbox', { name: 'Your comment' });
  await user.type(box, 'I saw it. ');
  const paragraph = screen.getByText('low').closest('p') as Element;

  select(paragraph, screen.getByText('Gulls wait.'));
  const button = await screen.findByRole('button', { name: 'Quote in Comment' });
  expect(screen.getByText('Gulls wait.')).toContainElement(button);
  (document.activeElement as HTMLElement).blur();
  await user.tab();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');

  expect(box).toHaveValue('I saw it.\n\n> The tide is low.\n>\n> Gulls wait.\n\n');
  expect(box).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Quote in Comment' })).not.toBeInTheDocument();
});

it('is offered for the article only, and shows visitors how to sign in', async () => {
  const { user } = await open(null);
  select(screen.getByRole('heading', { level: 1 }), screen.getByText('Gulls wait.'));
  await expect(screen.findByRole('button', { name: 'Quote in Comment' }, { timeout: 500 })).rejects.toThrow();

  select(screen.getByText('Gulls wait.'), screen.getByText('Gulls wait.'));
  await user.click(await screen.findByRole('button', { name: 'Quote in Comment' }));

  expect(toastStore.snapshot()).toMatchObject({ title: 'Login Required', message: 'Please log in to comment' });
  expect(screen.getByRole('heading', { name: /^Comments/ })).toHaveFocus();
});
