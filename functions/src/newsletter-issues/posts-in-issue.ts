import { isElement, type MarkdownNode, markdownTree } from '@inkwell/shared/markdown/tree';
import { mailText } from '../html/mail-text.ts';

const POSTS_MAX = 100;
/** A heading that leads to a post, in the form that `postText` writes. */
const POST_HEADING = /^#{1,6} \[.*\]\((?:https?:\/\/[^/)\s]+)?\/posts\/([^/)?#\s]+)/gm;

/** The posts that an issue is about. */
export const postIdsIn = (content: string): string[] =>
  [...new Set([...content.matchAll(POST_HEADING)].flatMap(([, id]) => id ?? []))].slice(0, POSTS_MAX);

/** Whether an issue is a single post: it begins with the post's heading, and has no other. */
export const isOnePost = (content: string): boolean =>
  postIdsIn(content).length === 1 && content.trimStart().search(POST_HEADING) === 0;

/**
 * The text of an issue below its subject: without a single post's heading, which equals the subject, but with the link to the post, at the end unless
 * it is elsewhere.
 */
export function bodyOf({ subject, content }: { readonly subject: string; readonly content: string }): string {
  const [heading = '', ...rest] = content.trimStart().split('\n');
  if (!isOnePost(content) || wordsOf(markdownTree(heading)) !== oneLine(subject)) return content;
  const body = rest.join('\n').trim();
  const link = heading.replace(/^#+\s*/, '').trim();
  return body.includes(link.slice(link.lastIndexOf('](') + 1)) ? body : `${body}\n\n${link}`.trimStart();
}

/** The words of a heading that is only a link. */
function wordsOf([heading]: readonly MarkdownNode[]): string | null {
  const [link, ...others] = heading !== undefined && isElement(heading) ? heading.children : [];
  if (others.length > 0) return null;
  return link !== undefined && isElement(link) ? oneLine(mailText(link.children)) : null;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
