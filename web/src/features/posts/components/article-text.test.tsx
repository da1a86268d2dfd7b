import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepRenderedText } from '../rendered-text.ts';
import { ArticleText } from './article-text.tsx';

const SOURCE = 'Read [the list](/posts?x=1), [elsewhere](https://x.example) or [the feed](/feed.xml).';

/** A page that the server rendered, with a text whose Markdown is SOURCE. */
function serve(html: string): void {
  const root = document.createElement('div');
  root.innerHTML = `<div class="markdown markdown-deferred">${html}</div>`;
  keepRenderedText(root, SOURCE);
}

function show(source: string) {
  const router = createMemoryRouter([
    { path: '/', element: <ArticleText source={source} /> },
    { path: '/posts', element: <p>All posts</p> },
  ]);
  return { ...render(<RouterProvider router={router} />), router, user: userEvent.setup() };
}

beforeEach(() => serve('<p>Served. <a href="/posts?x=1">the list</a></p>'));

afterEach(() => keepRenderedText(document, undefined));

describe('the text of a served article', () => {
  it('is shown as the server rendered it', () => {
    show(SOURCE);

    expect(screen.getByText('Served.')).toBeVisible();
  });

  it('is shown again after another page', async () => {
    const { router, user } = show(SOURCE);
    await user.click(screen.getByRole('link', { name: 'the list' }));
    expect(await screen.findByText('All posts')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?x=1');

    await router.navigate(-1);

    expect(await screen.findByText('Served.')).toBeInTheDocument();
  });

  it('is replaced when the post has been edited', async () => {
    const { container } = show('Edited.');

    expect(await screen.findByText('Edited.')).toBeInTheDocument();
    expect(container).not.toHaveTextContent('Served.');
  });

  it('is laid out completely after a short time', async () => {
    serve('<p>part</p>'.repeat(20));
    show(SOURCE);
    const text = screen.getAllByText('part')[0]?.parentElement;
    expect(text).toHaveClass('markdown-deferred');

    await waitFor(() => expect(text).not.toHaveClass('markdown-deferred'));

    expect(text?.querySelectorAll('p.laid-out')).toHaveLength(20);
  });

  it('shows the description of a picture that cannot be loaded in the same space', () => {
    serve('<p>Served. <img src="/gone.webp" alt="The harbour" width="800" height="450"></p>');
    show(SOURCE);

    fireEvent.error(screen.getByRole('img', { name: 'The harbour' }));

    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.getByText('The harbour')).toHaveClass('markdown-missing');
    expect(screen.getByText('The harbour')).toHaveStyle({ maxWidth: '800px', aspectRatio: '800 / 450' });
  });
});

describe('links in a text', () => {
  it.each([
    ['the list', 'by the app', false],
    ['elsewhere', 'by the browser', true],
    ['the feed', 'by the browser', true],
  ])('to %s are opened %s', async (name, _how, isLeftToBrowser) => {
    keepRenderedText(document, undefined);
    show(SOURCE);
    const link = await screen.findByRole('link', { name });

    expect(fireEvent.click(link, { cancelable: true })).toBe(isLeftToBrowser);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'are opened by the browser with %j',
    (how) => {
      const { router } = show(SOURCE);

      fireEvent.click(screen.getByRole('link', { name: 'the list' }), how);

      expect(router.state.location.pathname).toBe('/');
    },
  );
});
