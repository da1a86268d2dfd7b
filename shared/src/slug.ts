/** In characters; keeps addresses readable and far below the limits of proxies. */
export const MAX_SLUG_CHARS = 80;

/**
 * The readable end of a post's address, in any script: letters and digits stay, accents of Latin letters are removed, everything else
 * becomes a hyphen. Empty if the title has neither letters nor digits.
 */
export function slugify(title: string): string {
  const folded = title.normalize('NFKD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  const words = folded
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return Array.from(words).slice(0, MAX_SLUG_CHARS).join('').replace(/-+$/, '');
}

interface Addressed {
  readonly id: string;
  readonly title: string;
  /** A slug chosen by an editor. */
  readonly slug?: string | null;
}

/** The readable end of a post's address. */
export const slugOf = ({ slug, title }: Omit<Addressed, 'id'>): string => slug ?? slugify(title);

/** The path of a post, percent-encoded. */
export const postPath = (post: Addressed): string => slugPath(post.id, slugOf(post));

/** The path of a page of the site, percent-encoded. */
export const sitePagePath = (slug: string): string => `/${encodeURIComponent(slug)}`;

/** The path of a tag's page, percent-encoded. */
export const tagPath = (slug: string): string => `/tags/${encodeURIComponent(slug)}`;

/** The path of the page of a series, percent-encoded. */
export const seriesPath = (slug: string): string => `/series/${encodeURIComponent(slug)}`;

/** The path of a category's page, percent-encoded. */
export function categoryPath({ id, name }: { id: number; name: string }): string {
  const slug = slugify(name);
  return slug ? `/categories/${id}/${encodeURIComponent(slug)}` : `/categories/${id}`;
}

/** The path of a post with this slug, percent-encoded. */
export const slugPath = (id: string, slug: string): string =>
  slug ? `/posts/${id}/${encodeURIComponent(slug)}` : `/posts/${id}`;
