import { describe, expect, it } from 'vitest';
import { newPost } from '../posts/posts.converter.ts';
import { toSitePage, toSitePageCard, toStaffSitePage } from './site-pages.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
/** Every shown field has a unique value. */
const FIELDS = {
  slug: 'about',
  language: 'de',
  searchTitle: 'ST',
  searchDescription: 'SD',
  isHiddenFromSearch: true,
  math: true,
};
const PAGE = {
  ...newPost({ title: 'T', content: 'C', isPublished: false }, { id: 'p', authorId: 'ada', at: at(1) }),
  ...FIELDS,
  updatedAt: at(2),
  publishedAt: at(3),
  publishAt: at(4),
  trashedAt: null,
};
const TIMES = { createdAt: at(1).toISOString(), updatedAt: at(2).toISOString() };

describe('a page', () => {
  const shown = {
    id: 'p',
    title: 'T',
    content: 'C',
    isPublished: false,
    ...FIELDS,
    ...TIMES,
    publishedAt: at(3).toISOString(),
  };

  it('is shown with each of its fields, and to staff with its status', () => {
    expect(toSitePage(PAGE)).toEqual(shown);
    expect(toSitePage({ ...PAGE, slug: null, publishedAt: null })).toEqual({ ...shown, slug: '', publishedAt: null });
    const standing = { status: 'scheduled', publishAt: at(4).toISOString(), trashedAt: null };
    expect(toStaffSitePage(PAGE)).toEqual({ ...shown, ...standing });
    expect(toSitePageCard(PAGE)).toEqual({
      id: 'p',
      title: 'T',
      isPublished: false,
      slug: 'about',
      language: 'de',
      ...TIMES,
      ...standing,
    });
    expect(toSitePageCard({ ...PAGE, publishAt: null, trashedAt: at(5) })).toMatchObject({
      status: 'trash',
      publishAt: null,
      trashedAt: at(5).toISOString(),
    });
  });
});
