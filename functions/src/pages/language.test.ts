import { DEFAULT_SITE } from '@inkwell/shared/site';
import { textLanguage } from '@inkwell/shared/site-data';
import { describe, expect, it, vi } from 'vitest';
import { FEED_FORMATS } from './feed.ts';
import { siteData } from './structured-data.ts';

vi.mock('../../../publication.config.ts', async (original) => ({
  ...(await original<typeof import('../../../publication.config.ts')>()),
  language: 'pt-BR',
}));

describe('a publication in another language than the interface', () => {
  it('marks the texts of posts, unless a post has a language of its own', () => {
    expect(textLanguage({ language: null }, DEFAULT_SITE)).toBe('pt-BR');
    expect(textLanguage({ language: 'en' }, DEFAULT_SITE)).toBe('en');
  });

  it('says so in feeds and structured data', () => {
    const urls = { url: 'https://x/feed.xml', pageUrl: 'https://x/', language: DEFAULT_SITE.language };
    const feed = FEED_FORMATS.atom.write({
      title: 'T',
      subtitle: 'S',
      ...urls,
      createdAt: '2026-01-01T00:00:00.000Z',
      entries: [],
    });

    expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-BR">');
    expect(siteData(DEFAULT_SITE, 'https://x')).toMatchObject({ inLanguage: 'pt-BR' });
  });
});
