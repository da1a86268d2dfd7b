import { describe, expect, it } from 'vitest';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { StoredPicture } from './picture-library.converter.ts';
import type { PictureLibrary } from './picture-library.repository.ts';
import { createPictureLibraryService } from './picture-library.service.ts';
import type { PlaceRepository } from './places.repository.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const NOW = new Date(Date.UTC(2026, 0, 15));
const picture = (name: string): StoredPicture => ({
  name,
  fileName: 'tide.png',
  description: 'Tide',
  uploadedAt: NOW,
  ownerId: null,
  keepUntil: NOW,
});

/** A library with these pages of pictures. */
function serviceOf(pages: readonly StoredPicture[][], used: readonly string[] = []) {
  const asked: unknown[] = [];
  const service = createPictureLibraryService({
    library: partOf<PictureLibrary>({
      async list(_, page) {
        const items = [...(pages[asked.length] ?? [])];
        asked.push(page);
        const next = asked.length < pages.length ? { createdAtMs: asked.length, id: 'picture', text: 'next' } : null;
        return { items, total: null, next, documents: 10 };
      },
    }),
    places: partOf<PlaceRepository>({
      usesOf: async (names) =>
        new Map(
          names.map((name) => [
            name,
            { showing: used.includes(name) ? [partOf({ of: 'settings' })] : [], isCut: false },
          ]),
        ),
    }),
    images: partOf({}),
    authors: cacheOf(),
    publicBucket: partOf({}),
    clock: partOf({}),
  });
  return { service, asked };
}

const UNUSED = { show: 'unused', of: 'everybody' } as const;
const PAGE = { limit: 2, after: null };

describe('the picture library', () => {
  it('continues to look for unused pictures until the page is full', async () => {
    const pages = [[picture('a.png'), picture('b.png')], [picture('c.png'), picture('d.png')], [picture('e.png')]];
    const { service, asked } = serviceOf(pages, ['a.png']);
    const found = await service.list(STAFF, UNUSED, PAGE);
    expect(found.items.map(({ name }) => name)).toEqual(['b.png', 'c.png']);
    expect(found).toMatchObject({ total: null, next: { createdAtMs: NOW.getTime(), text: 'c.png' }, documents: 21 });
    expect(asked[1]).toEqual({ limit: 30, after: { createdAtMs: 1, id: 'picture', text: 'next' } });
  });

  it('returns a short page of unused pictures after four rounds, or at the end', async () => {
    const many = serviceOf(
      Array.from({ length: 6 }, () => [picture('a.png')]),
      ['a.png'],
    );
    const short = await many.service.list(STAFF, UNUSED, PAGE);
    expect(short).toMatchObject({ items: [], next: { createdAtMs: 4 }, documents: 44 });
    expect(many.asked).toHaveLength(4);
    const one = serviceOf([[picture('a.png')]]);
    const last = await one.service.list(STAFF, UNUSED, PAGE);
    expect(last).toMatchObject({ items: [{ name: 'a.png' }], next: null, documents: 10 });
    expect(one.asked).toHaveLength(1);
  });
});
