import {
  isElement,
  type MarkdownElement,
  type MarkdownNode,
  type MarkdownPicture,
  markdownTree,
} from '@inkwell/shared/markdown/tree';
import type { StoredPost } from '../posts/posts.converter.ts';
import type { MailPictures } from '../uploads/mail-pictures.ts';

/** The data for an issue's emails that comes from other documents. */
export interface IssueParts {
  /** Copies of its pictures that all mail programs show, by the pictures' addresses. */
  readonly copies: ReadonlyMap<string, string>;
  /** The languages of its posts that have one, by id. */
  readonly languages: ReadonlyMap<string, string>;
}

/** Reads the related data for the emails of a text: 1 document for each post in it. */
export type ReadIssueParts = (content: string) => Promise<IssueParts>;

/** The maximum number of posts in an issue whose language is looked up. */
const POSTS = 20;

/** @param pictures null to show the pictures as stored, in browsers */
export const createReadIssueParts =
  ({
    siteUrl,
    pictures,
    findPost,
  }: {
    siteUrl: string;
    pictures: MailPictures | null;
    findPost: (id: string) => Promise<Pick<StoredPost, 'language'> | null>;
  }): ReadIssueParts =>
  async (content) => {
    const tree = markdownTree(content, { siteUrl });
    const ids = [...new Set(postParts(tree, siteUrl).map(({ postId }) => postId))].filter((id) => id !== null);
    const [copies, posts] = await Promise.all([
      pictures?.copiesOf(picturesIn(tree)) ?? new Map<string, string>(),
      Promise.all(ids.slice(0, POSTS).map(async (id) => [id, (await findPost(id))?.language ?? null] as const)),
    ]);
    return {
      copies,
      languages: new Map(posts.flatMap(([id, language]) => (language === null ? [] : [[id, language]]))),
    };
  };

const picturesIn = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) =>
    isElement(node)
      ? picturesIn(node.children)
      : typeof node === 'string'
        ? []
        : [(node as MarkdownPicture).pictureUrl],
  );

/** The post to which a heading or paragraph that is only a link leads. */
function postLinkedBy({ children }: MarkdownElement, siteUrl: string): string | null {
  const [link, ...others] = children;
  if (link === undefined || others.length > 0 || !isElement(link) || link.tag !== 'a') return null;
  const { href = '' } = link.attributes;
  return href.startsWith(`${siteUrl}/posts/`) ? (href.slice(siteUrl.length).split('/')[2] ?? null) : null;
}

/** Consecutive nodes of the same post, or of none. */
export interface PostPart {
  readonly postId: string | null;
  readonly nodes: MarkdownNode[];
}

/** The parts of an issue. A post's part begins with its linked title and ends with the link to it, as `postText` writes them. */
export function postParts(tree: readonly MarkdownNode[], siteUrl: string): PostPart[] {
  const parts: PostPart[] = [];
  let postId: string | null = null;
  const add = (node: MarkdownNode) => {
    if (parts.length === 0 || parts.at(-1)?.postId !== postId) parts.push({ postId, nodes: [] });
    parts.at(-1)?.nodes.push(node);
  };
  for (const node of tree) {
    const linked = isElement(node) && (node.tag === 'h2' || node.tag === 'p') ? postLinkedBy(node, siteUrl) : null;
    if (isElement(node) && node.tag === 'h2' && linked !== null) postId = linked;
    add(node);
    if (isElement(node) && node.tag === 'p' && linked !== null && linked === postId) postId = null;
  }
  return parts;
}
