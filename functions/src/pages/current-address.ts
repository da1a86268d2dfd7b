import { isReservedPath } from '@inkwell/shared/addresses';
import { authorPath } from '@inkwell/shared/bylines';
import type { Category } from '@inkwell/shared/categories';
import { readCategoryId } from '@inkwell/shared/category-icons';
import { DocumentId } from '@inkwell/shared/fields';
import { personName } from '@inkwell/shared/format';
import { percentDecoded } from '@inkwell/shared/percent-decoded';
import type { Post } from '@inkwell/shared/posts';
import type { SitePage } from '@inkwell/shared/site-pages';
import { categoryPath, postPath, seriesPath, sitePagePath, tagPath } from '@inkwell/shared/slug';
import type { StoredList } from '../named-lists/named-lists.converter.ts';
import type { StoredTag } from '../tags/tags.converter.ts';
import type { AuthorCache } from '../users/authors.ts';

interface Dependencies {
  readonly series: (slug: string) => Promise<Pick<StoredList, 'slug'> | null>;
  readonly tag: (slug: string) => Promise<Pick<StoredTag, 'slug'> | null>;
  readonly authors: AuthorCache;
  /** The category, or its target if it was merged. */
  readonly category: (id: number) => Promise<Pick<Category, 'id' | 'name'> | null>;
  readonly post: (id: string) => Promise<Post | null>;
  readonly sitePage: (slug: string) => Promise<Pick<SitePage, 'slug'> | null>;
}

/** `/tags/slug`, `/posts/id/slug` and so on, followed by the query and the fragment. */
const OWN = /^\/(tags|series|authors|categories|posts)\/([^/?#]+)(?:\/[^/?#]*)?\/?([?#].*)?$/;

/** `/about`, followed by the query and the fragment. */
const ONE_SEGMENT = /^\/([^/?#]+)\/?([?#].*)?$/;

/**
 * Finds the current address of a redirect's target, so that readers follow one redirect. Reads 1 document, 2 for a tag, a series, a site page, and
 * merged or joined targets; none for other addresses and for cached authors.
 */
export function createCurrentAddress({ series, tag, authors, category, post, sitePage }: Dependencies) {
  const pathOf: Readonly<Record<string, (id: string) => Promise<string | null>>> = {
    async tags(slug) {
      const found = await tag(slug);
      return found && tagPath(found.slug);
    },
    async series(slug) {
      const found = await series(slug);
      return found && seriesPath(found.slug);
    },
    async authors(id) {
      if (!DocumentId.safeParse(id).success) return null;
      const names = (await authors.getAll([id])).get(id);
      return names ? authorPath({ id: names.joinedTo ?? id, name: personName({ ...names, email: null }) }) : null;
    },
    async categories(id) {
      const number = readCategoryId(id);
      const found = number === null ? null : await category(number);
      return found && categoryPath(found);
    },
    async posts(id) {
      const found = DocumentId.safeParse(id).success ? await post(id) : null;
      return found && postPath(found);
    },
  };

  const pathOfPage = async (slug: string): Promise<string | null> => {
    const found = isReservedPath(`/${slug}`) ? null : await sitePage(slug);
    return found && sitePagePath(found.slug);
  };

  return async (to: string): Promise<string> => {
    const [, slug = '', behind = ''] = ONE_SEGMENT.exec(to) ?? [];
    const [, kind = '', written = slug, rest = behind] = OWN.exec(to) ?? [];
    const id = percentDecoded(written);
    const path = id === null ? null : await (pathOf[kind] ?? pathOfPage)(id);
    return path ? `${path}${rest}` : to;
  };
}

/** `to` with the request's query, unless `to` has its own. */
export function withQuery(to: string, query: string): string {
  if (query === '' || to.includes('?')) return to;
  const [address, ...fragment] = to.split('#');
  return [`${address}?${query}`, ...fragment].join('#');
}
