import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { samplePostCard } from '../test/samples.ts';
import { PostCard } from './post-card.tsx';

const show = (changes: Parameters<typeof samplePostCard>[0] = {}, props: { dates?: 'popular' } = {}) =>
  render(
    <MemoryRouter>
      <PostCard post={samplePostCard(changes)} {...props} />
    </MemoryRouter>,
  );

describe('a post card', () => {
  it('shows title, author, category and counts, and has two links to the post', () => {
    show({ viewCount: 12_345, likesCount: 7, commentsCount: 2 });

    expect(screen.getByRole('link', { name: 'The quiet harbour' })).toHaveAttribute(
      'href',
      '/posts/post-1/the-quiet-harbour',
    );
    expect(screen.getByRole('link', { name: /Read More.*The quiet harbour/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Technology' })).toHaveAttribute('href', '/posts?category=1');
    expect(screen.getByText('Ada Lovelace')).toBeVisible();
    expect(screen.getByText('12.3K')).toBeVisible();
  });

  it('shows its age since publication, or the date on popular cards', () => {
    const createdAt = '2025-01-01T12:00:00.000Z';
    const { unmount } = show({ createdAt, publishedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() });
    expect(screen.getByText('3 hours ago')).toBeVisible();
    unmount();

    show({ createdAt, publishedAt: '2026-01-15T12:00:00.000Z' }, { dates: 'popular' });
    expect(screen.getByText('Jan 15, 2026')).toBeVisible();
  });

  it('draws a cover if there is no picture or it cannot be loaded', () => {
    const { container } = show({ featuredImage: 'https://pictures.test/gone.png' });
    const picture = container.querySelector('img');
    expect(picture).toHaveAttribute('loading', 'lazy');

    fireEvent.error(picture as HTMLImageElement);

    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('[data-theme-color="blue"] svg')).toBeInTheDocument();
  });

  it('gives a popular post whose category has no color the default indigo', () => {
    const { container } = show({ category: null, categoryId: null }, { dates: 'popular' });

    expect(container.querySelector('.drawn')).toHaveStyle({ background: '#6366f1' });
  });

  it('requests the widths of a stored picture', () => {
    const url = 'https://storage.test/o/images%2F1-sea-1600x900.webp?alt=media';
    const { container } = show({ featuredImage: url });

    expect(container.querySelector('img')?.srcset).toContain('images%2F1-sea-1600x900.w400.webp?alt=media 400w');
    expect(container.querySelector('img')).toHaveAttribute('width', '1600');
  });

  it('shows a hostile title as text', () => {
    show({ title: '<img src=x onerror=alert(1)>' });

    expect(screen.getByRole('heading', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  });
});
