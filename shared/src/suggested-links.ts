import { authorPath } from './bylines.ts';
import type { Suggestions } from './search.ts';
import { postPath, tagPath } from './slug.ts';

/** The targets of suggestions: posts, then tags and authors. */
export const suggestedLinks = ({
  posts,
  tags,
  authors,
}: Suggestions): { readonly to: string; readonly label: string }[] => [
  ...posts.map((post) => ({ to: postPath(post), label: post.title })),
  ...tags.map(({ name, slug }) => ({ to: tagPath(slug), label: name })),
  ...authors.map((author) => ({ to: authorPath(author), label: author.name })),
];
