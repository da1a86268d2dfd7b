import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant, PageQuery } from './fields.ts';
import { SlugParams } from './tags.ts';

/* Sent issues as public pages: `/newsletter` lists them, `/newsletter/{slug}` is one. */

/** The percent-encoded path of the archive, or of an issue in it. */
export const archivePath = (slug?: string): string =>
  slug === undefined ? '/newsletter' : `/newsletter/${encodeURIComponent(slug)}`;

export const ArchivedIssueCard = z.object({
  slug: z.string(),
  subject: z.string(),
  previewText: z.nullable(z.string()),
  /** When its sending began. */
  sentAt: Instant,
});
export type ArchivedIssueCard = z.infer<typeof ArchivedIssueCard>;

/** An issue as everybody sees it, without anything that depends on the subscriber. */
export const ArchivedIssue = z.extend(ArchivedIssueCard, {
  /** Markdown, without a heading that repeats the subject. */
  content: z.string(),
  /** Whether it is a single post, so that search engines should find the post instead. */
  isOnePost: z.boolean(),
  /** The post's language; null for the publication's. */
  language: z.nullable(z.string()),
});
export type ArchivedIssue = z.infer<typeof ArchivedIssue>;

export const archiveApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/newsletter/archive',
    access: 'public',
    summary: 'Newsletter issues in the public archive, newest first. 404 while the archive is off.',
    query: PageQuery,
    response: z.array(ArchivedIssueCard),
    paged: true,
    cacheable: true,
  }),
  bySlug: endpoint({
    method: 'GET',
    path: '/api/newsletter/archive/:slug',
    access: 'public',
    summary: 'One issue in the public archive, with its text.',
    params: SlugParams,
    response: ArchivedIssue,
    cacheable: true,
  }),
} as const;
