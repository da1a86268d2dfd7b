import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ArticleMarkdown } from './article-markdown.tsx';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ?t=90';
const POST = 'https://bsky.app/profile/ada.example.org/post/3l6oveex3ii2l';
const DID = 'did:plc:z72i7hdynmk6r22z27h6tvur';

const ask = vi.fn<typeof fetch>();

const page = (source: string) => (
  <MemoryRouter>
    <ArticleMarkdown source={source} />
  </MemoryRouter>
);

beforeEach(() => {
  ask.mockReset();
  vi.stubGlobal('fetch', ask);
});

describe('a card', () => {
  it('is a link and contacts no other site', () => {
    const { container } = render(page(`${VIDEO}\n\n${POST}`));

    expect(screen.getByRole('link', { name: 'Video on YouTube youtu.be/dQw4w9WgXcQ?t=90' })).toHaveAttribute(
      'href',
      VIDEO,
    );
    expect(screen.getByText('Plays from YouTube, which then sees your visit.')).toBeInTheDocument();
    expect(container.querySelector('iframe, img, script, link')).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  it('replaces its button with a focused frame that has only the permissions it needs', async () => {
    render(page(VIDEO));

    fireEvent.click(screen.getByRole('button', { name: 'Play video' }));

    const frame = await screen.findByTitle('Video on YouTube');
    expect(frame).toHaveFocus();
    expect(frame.parentElement).toHaveClass('markdown-embed-place');
    expect(Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value]))).toMatchObject({
      src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90',
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation',
      allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
      referrerpolicy: 'strict-origin-when-cross-origin',
    });
    expect(ask).not.toHaveBeenCalled();
  });

  it('resolves a Bluesky handle only when it is opened', async () => {
    ask.mockResolvedValue(Response.json({ did: DID }));
    render(page(POST));
    expect(ask).not.toHaveBeenCalled();

    fireEvent.click(screen.getByRole('button', { name: 'Show post' }));

    expect(await screen.findByTitle('Post on Bluesky')).toHaveAttribute(
      'src',
      `https://embed.bsky.app/embed/${DID}/app.bsky.feed.post/3l6oveex3ii2l?colorMode=light`,
    );
    expect(String(ask.mock.calls[0]?.[0])).toBe(
      'https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle?handle=ada.example.org',
    );
  });

  it.each([
    ['Bluesky knows no such name', () => Response.json({ error: 'InvalidRequest' }, { status: 400 })],
    ['the answer is not an account', () => Response.json({ did: 'did:plc:../../x' })],
  ])('reports when %s, and can be pressed again', async (_, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    ask.mockImplementation(async () => answer());
    render(page(POST));
    const button = screen.getByRole('button', { name: 'Show post' });

    fireEvent.click(button);
    await screen.findByRole('alert');
    fireEvent.click(button);

    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something unexpected went wrong. Please try again.');
    expect(screen.queryByTitle('Post on Bluesky')).not.toBeInTheDocument();
    expect(button).toBeEnabled();
  });

  it('keeps its frame while another paragraph of a preview is edited', async () => {
    const { rerender } = render(page(`Before\n\n${VIDEO}\n\nAfter`));
    fireEvent.click(screen.getByRole('button', { name: 'Play video' }));
    const frame = await screen.findByTitle('Video on YouTube');

    rerender(page(`Before it\n\nThe video:\n\n${VIDEO}\n\nAfter`));
    expect(screen.getByText('Before it').nextSibling).toHaveTextContent('The video:');
    expect(screen.getByTitle('Video on YouTube')).toBe(frame);

    rerender(page(`Before it\n\nThe video:\n\n${VIDEO}`));
    expect(screen.getByTitle('Video on YouTube')).toBe(frame);
    expect(screen.queryByText('After')).not.toBeInTheDocument();
  });

  it('does not pass its frame to the card that replaces it', async () => {
    const { rerender } = render(page(VIDEO));
    fireEvent.click(screen.getByRole('button', { name: 'Play video' }));
    await screen.findByTitle('Video on YouTube');

    rerender(page('https://vimeo.com/76979871'));

    const card = screen.getByRole('figure');
    expect(within(card).getByRole('link')).toHaveAttribute('href', 'https://vimeo.com/76979871');
    expect(card.querySelector('iframe')).toBeNull();
  });
});
