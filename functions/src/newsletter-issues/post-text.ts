import { postPath } from '@inkwell/shared/slug';
import type { StoredPost } from '../posts/posts.converter.ts';

/** Characters with a special meaning in Markdown. */
const MARKS = /[\\`*_{}[\]<>#|~!]|&(?=#?\w+;)/g;
const BRACKETS = /[[\]]/;
/** The beginnings of lists, rules and underlined headings. */
const BEGINNING = /^(?:[-+=]|\d{1,9}(?=[.)]))/;

const entityOf = (mark: string): string => `&#${mark.charCodeAt(0)};`;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Brackets as entities, because the parser drops their backslash in a link's words and then finds another link there. */
const escaped = (text: string): string =>
  oneLine(text)
    .replace(MARKS, (mark) => (BRACKETS.test(mark) ? entityOf(mark) : `\\${mark}`))
    .replace(BEGINNING, (begin) => (/\d/.test(begin) ? `${begin}\\` : `\\${begin}`));

/** The parser keeps backslashes in picture descriptions. */
const escapedDescription = (text: string): string => oneLine(text).replace(MARKS, entityOf);

type ShownPost = Pick<
  StoredPost,
  'id' | 'slug' | 'title' | 'excerpt' | 'content' | 'featuredImage' | 'coverDescription'
>;

/** A post in an issue, as Markdown: its title, picture and excerpt with a link to it, or its whole text. */
export function postText(post: ShownPost, isWhole: boolean): string {
  const path = postPath(post);
  const title = escaped(post.title);
  const picture =
    post.featuredImage && `![${escapedDescription(post.coverDescription ?? '')}](<${post.featuredImage}>)`;
  const words = isWhole ? post.content.trim() : escaped(post.excerpt ?? '');
  return [`## [${title}](${path})`, picture, words, isWhole ? null : `[Read on: ${title}](${path})`]
    .filter(Boolean)
    .join('\n\n');
}

/** Several posts, separated by lines. */
export const postTexts = (posts: readonly ShownPost[], isWhole: boolean): string =>
  posts.map((post) => postText(post, isWhole)).join('\n\n---\n\n');
