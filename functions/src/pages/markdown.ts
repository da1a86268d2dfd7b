import { withFrontMatter } from '@inkwell/formats/exported-front-matter';
import { personName } from '@inkwell/shared/format';
import type { Post, PostCard } from '@inkwell/shared/posts';
import { postPath } from '@inkwell/shared/slug';

/* Public pages as Markdown, for programs: front matter, then the stored text, or links to posts. */

export const MARKDOWN_TYPE = 'text/markdown';
const MARKDOWN_EXTENSION = '.md';

/** The address of a page as Markdown. */
export const markdownPath = (path: string): string => path + MARKDOWN_EXTENSION;

/** The front matter. */
interface Facts extends Readonly<Record<string, unknown>> {
  readonly title: string;
  /** Absolute. */
  readonly canonical: string;
}

export interface MarkdownPage {
  readonly text: string;
  /** The address of the page itself. */
  readonly canonical: string;
}

export const pageMarkdown = (facts: Facts, text: string): MarkdownPage => ({
  text: withFrontMatter(facts, text),
  canonical: facts.canonical,
});

export const postMarkdown = (post: Post, siteUrl: string): MarkdownPage =>
  pageMarkdown(
    {
      title: post.title,
      date: post.publishedAt ?? post.createdAt,
      updated: post.updatedAt,
      authors: post.authors.map(personName),
      category: post.category?.name,
      tags: post.tags.map(({ name }) => name),
      language: post.language,
      math: post.math,
      canonical: post.canonicalUrl ?? siteUrl + postPath(post),
    },
    post.content,
  );

/** The first posts of a list, each with its address as Markdown. */
export const listMarkdown = (facts: Facts, posts: readonly PostCard[], siteUrl: string): MarkdownPage =>
  pageMarkdown(facts, posts.map((post) => postLine(post, siteUrl)).join('\n'));

type Listed = Pick<PostCard, 'id' | 'title' | 'slug' | 'preview'>;

/** A link to a post as Markdown, as https://llmstxt.org lists files. */
export function postLine(post: Listed, siteUrl: string): string {
  const about = oneLine(post.preview);
  return `- ${link(post.title, siteUrl + markdownPath(postPath(post)))}${about && `: ${about}`}`;
}

/** Titles cannot end the link or begin another. */
export const link = (text: string, url: string): string => `[${oneLine(text).replace(/[\\[\]]/g, '\\$&')}](${url})`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
