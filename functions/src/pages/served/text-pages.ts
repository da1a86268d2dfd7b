import { bylinePath } from '@inkwell/shared/bylines';
import { personName } from '@inkwell/shared/format';
import { handleLinks } from '@inkwell/shared/handles';
import { COVER_SIZES } from '@inkwell/shared/images';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { previewOf } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { Post } from '@inkwell/shared/posts';
import { served, servedQueries } from '@inkwell/shared/served';
import { pageTitle } from '@inkwell/shared/site-data';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { postPath, sitePagePath } from '@inkwell/shared/slug';
import { withQuery } from '../current-address.ts';
import { hiddenHeadMarkup } from '../head.ts';
import { markdownPath, pageMarkdown, postMarkdown } from '../markdown.ts';
import { absolute, articleData, sitePageData } from '../structured-data.ts';
import {
  askedFor,
  currentlyAt,
  notFoundPage,
  type PageContext,
  page,
  published,
  type ServedPage,
  unknownPage,
  unlessMissing,
  VISITOR,
  website,
} from './served-page.ts';

export async function postPage(id: string, slug: string | undefined, context: PageContext): Promise<ServedPage> {
  const post = await published(context, id);
  if (!post) return notFoundPage(context, { id, slug });
  const path = postPath(post);
  if (askedFor('/posts', id, slug) !== path) return currentlyAt(path);

  const [similar, site] = await Promise.all([context.posts.similarTo(VISITOR, post), context.site()]);
  return page({
    head: articleHead(post, site, { siteUrl: context.siteUrl, creators: await creatorsOf(post, context) }),
    url: path,
    text: post,
    asMarkdown: () => postMarkdown(post, context.siteUrl),
    queries: [served(servedQueries.post, [id], post), served(servedQueries.similarPosts, [id], similar)],
  });
}

/** A decoded path that no other route serves, and its query. */
export interface RequestedAddress {
  readonly path: string;
  readonly query: string;
}

/** A site page at its current address; earlier ones redirect there. Null unless it is published. */
export async function sitePage(
  id: string,
  { path: asked, query }: RequestedAddress,
  { sitePages, site: currentSite, siteUrl }: PageContext,
): Promise<ServedPage | null> {
  const [found, site] = await Promise.all([sitePages.published(id), currentSite()]);
  if (!found) return null;
  const path = sitePagePath(found.slug);
  if (asked !== `/${found.slug}`) return { kind: 'moved', to: withQuery(path, query), status: 301 };
  const description =
    found.searchDescription ?? previewOf({ excerpt: null, content: found.content }, POST_LIMITS.previewChars);
  return page({
    head: website(site, found.searchTitle ?? found.title, {
      path,
      siteUrl,
      ...(description && { description }),
      isHidden: found.isHiddenFromSearch,
      markdownUrl: siteUrl + markdownPath(path),
      structuredData: [sitePageData(found, description, site, siteUrl)],
    }),
    url: path,
    text: found,
    asMarkdown: () =>
      pageMarkdown(
        { title: found.title, description, updated: found.updatedAt, math: found.math, canonical: siteUrl + path },
        found.content,
      ),
    queries: [served(servedQueries.sitePage, [found.slug], found)],
  });
}

export async function archivedIssuePage(asked: string, context: PageContext): Promise<ServedPage> {
  const { siteUrl } = context;
  const [issue, site] = await Promise.all([unlessMissing(context.archive.bySlug(asked)), context.site()]);
  // Without suggestions, whose search would cost more than the address.
  if (!issue) return unknownPage(context);
  const path = archivePath(issue.slug);
  if (archivePath(asked) !== path) return currentlyAt(path);
  const excerpt = issue.previewText;
  const description = previewOf({ excerpt, content: issue.content }, POST_LIMITS.previewChars);
  return page({
    head: website(site, issue.subject, {
      path,
      siteUrl,
      ...(description && { description }),
      isHidden: issue.isOnePost,
    }),
    url: path,
    text: { content: issue.content, math: false },
    queries: [served(servedQueries.archivedIssue, [issue.slug], issue)],
  });
}

export async function previewPage(token: string, { previews, site: currentSite }: PageContext): Promise<ServedPage> {
  const [preview, site] = await Promise.all([previews.open(token), currentSite()]);
  if (!preview) {
    const head = hiddenHeadMarkup(pageTitle('Preview', site));
    return { kind: 'page', status: 404, parts: { head, url: null, preview: null, queries: [] } };
  }
  const text = preview.page ?? preview.post;
  const head = hiddenHeadMarkup(pageTitle(text.title, site));
  return page({ head, url: null, preview, text, queries: [] });
}

/** The Fediverse handles of the authors who have one. The names of the shown post have just been read. */
async function creatorsOf(post: Post, { authors }: PageContext): Promise<string[]> {
  const names = await authors.getAll(post.authorIds);
  return post.authorIds.flatMap((id) => {
    const handle = handleLinks(names.get(id)?.handles ?? {}).find(({ kind }) => kind === 'fediverse');
    return handle ? [handle.text] : [];
  });
}

function articleHead(
  post: Post,
  site: SiteSettings,
  { siteUrl, creators }: { readonly siteUrl: string; readonly creators: readonly string[] },
): string {
  const picture = post.cardPicture ?? post.featuredImage;
  const description = post.searchDescription ?? post.preview;
  const alt = (post.cardPicture ? null : post.coverDescription) ?? post.title;
  return website(site, post.searchTitle ?? post.title, {
    path: postPath(post),
    siteUrl,
    markdownUrl: siteUrl + markdownPath(postPath(post)),
    description,
    ...(post.canonicalUrl && { canonicalUrl: post.canonicalUrl }),
    isHidden: post.isHiddenFromSearch,
    card: { title: post.cardTitle ?? pageTitle(post.title, site), description: post.cardText ?? description },
    ...(picture && { image: { url: absolute(picture, siteUrl), alt } }),
    ...(post.featuredImage && { firstPicture: { url: post.featuredImage, sizes: COVER_SIZES } }),
    article: {
      publishedAt: post.publishedAt ?? post.createdAt,
      modifiedAt: post.updatedAt,
      authors: post.authors.map((author) => {
        const path = bylinePath(author, post);
        return path ? siteUrl + path : personName(author);
      }),
      creators,
      section: post.category?.name ?? null,
      tags: post.tags.map(({ name }) => name),
    },
    structuredData: articleData(post, site, siteUrl),
  });
}
