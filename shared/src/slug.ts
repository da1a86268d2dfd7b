/** Longest slug in characters; addresses stay readable and far below what proxies cut. */
const MAX_SLUG_CHARS = 80;

/**
 * The readable end of a post's address, in any script: letters and digits stay, accents of Latin letters fold, all else
 * becomes a hyphen. Empty when the title holds neither letter nor digit.
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

/** Path of a post on the site, percent-encoded. */
export function postPath(post: { id: string; title: string }): string {
  const slug = slugify(post.title);
  return slug ? `/posts/${post.id}/${encodeURIComponent(slug)}` : `/posts/${post.id}`;
}
