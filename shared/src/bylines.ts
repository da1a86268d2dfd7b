import { slugify } from './slug.ts';

/** The path of an author's page, percent-encoded. */
export function authorPath({ id, name }: { readonly id: string; readonly name: string }): string {
  const slug = slugify(name);
  return slug ? `/authors/${id}/${encodeURIComponent(slug)}` : `/authors/${id}`;
}

interface Person {
  readonly id: string;
  readonly firstName: string | null;
  readonly displayName: string | null;
}

/** The link of a name in a byline. There is none for people without a name, whose accounts were deleted, and in a post without readers. */
export function bylinePath(
  { id, firstName, displayName }: Person,
  post: { readonly isPublished: boolean },
): string | null {
  const name = displayName || firstName;
  return name && post.isPublished ? authorPath({ id, name }) : null;
}

/** The separator before a name in a list of names: `A, B and C`. */
export const separatorBefore = (index: number, count: number): string => {
  if (index === 0) return '';
  return index === count - 1 ? ' and ' : ', ';
};

/** Names in a byline, as text. */
export const namesInSentence = (names: readonly string[]): string =>
  names.map((name, index) => separatorBefore(index, names.length) + name).join('');

/** Tells search engines that the publication does not endorse links by its users. */
export const AUTHOR_LINK_REL = 'nofollow ugc noopener noreferrer';

/** A website in its shown form: `example.com/about`. */
export const shownWebsite = (website: string): string =>
  website.replace(/^https:\/\/(?:www\.)?/, '').replace(/\/$/, '');
