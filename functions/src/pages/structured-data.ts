import type { AuthorProfile } from '@inkwell/shared/authors';
import { authorPath, bylinePath } from '@inkwell/shared/bylines';
import { personName } from '@inkwell/shared/format';
import { handleLinks } from '@inkwell/shared/handles';
import type { PostSeries } from '@inkwell/shared/post-series';
import type { Post, PostCard } from '@inkwell/shared/posts';
import type { Series } from '@inkwell/shared/series';
import { SOCIAL_LINKS } from '@inkwell/shared/site';
import type { SitePage } from '@inkwell/shared/site-pages';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { categoryPath, postPath, seriesPath, sitePagePath } from '@inkwell/shared/slug';

const dataOf = (type: string, fields: object): object => ({
  '@context': 'https://schema.org',
  '@type': type,
  ...fields,
});

/** An article and its breadcrumbs in schema.org types (BlogPosting, BreadcrumbList). */
export function articleData(post: Post, site: SiteSettings, siteUrl: string): object[] {
  const url = `${siteUrl}${postPath(post)}`;
  const crumbs = [
    { name: 'Posts', item: `${siteUrl}/posts` },
    ...(post.category ? [{ name: post.category.name, item: siteUrl + categoryPath(post.category) }] : []),
    { name: post.title, item: url },
  ];
  return [
    dataOf('BlogPosting', {
      headline: post.title,
      description: post.searchDescription ?? post.preview,
      url,
      mainEntityOfPage: url,
      datePublished: post.publishedAt ?? post.createdAt,
      dateModified: post.updatedAt,
      author: post.authors.map((author) => {
        const path = bylinePath(author, post);
        return { '@type': 'Person', name: personName(author), ...(path && { url: siteUrl + path }) };
      }),
      publisher: publisher(site, siteUrl),
      ...(post.featuredImage && { image: absolute(post.featuredImage, siteUrl) }),
      ...(post.category && { articleSection: post.category.name }),
      ...(post.tags.length > 0 && { keywords: post.tags.map(({ name }) => name) }),
      ...(post.series && isPartOf(post.series, siteUrl)),
      inLanguage: post.language ?? site.language,
      commentCount: post.commentsCount,
    }),
    dataOf('BreadcrumbList', {
      itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
    }),
  ];
}

/** A site page (WebPage). */
export const sitePageData = (page: SitePage, description: string, site: SiteSettings, siteUrl: string): object =>
  dataOf('WebPage', {
    name: page.title,
    description,
    url: siteUrl + sitePagePath(page.slug),
    datePublished: page.publishedAt ?? page.createdAt,
    dateModified: page.updatedAt,
    publisher: publisher(site, siteUrl),
    inLanguage: page.language ?? site.language,
  });

/** An author's page (ProfilePage, Person). */
export function authorData(author: AuthorProfile, siteUrl: string): object {
  const elsewhere = [...(author.website ? [author.website] : []), ...handleLinks(author.handles).map(({ url }) => url)];
  return dataOf('ProfilePage', {
    mainEntity: {
      '@type': 'Person',
      name: author.name,
      url: siteUrl + authorPath(author),
      ...(author.profileImageUrl && { image: absolute(author.profileImageUrl, siteUrl) }),
      ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    },
  });
}

/** An article's place in its series. */
const isPartOf = ({ name, slug, place }: PostSeries, siteUrl: string): object => ({
  isPartOf: { '@type': 'CreativeWorkSeries', name, url: siteUrl + seriesPath(slug) },
  position: place,
});

/** A series and its first posts in order (CreativeWorkSeries, ItemList). */
export const seriesData = (
  { name, slug, description, picture, postCount }: Series,
  posts: readonly PostCard[],
  siteUrl: string,
): object =>
  dataOf('CollectionPage', {
    name,
    url: siteUrl + seriesPath(slug),
    ...(description && { description }),
    ...(picture && { image: absolute(picture, siteUrl) }),
    about: { '@type': 'CreativeWorkSeries', name },
    mainEntity: {
      '@type': 'ItemList',
      itemListOrder: 'https://schema.org/ItemListOrderAscending',
      numberOfItems: postCount,
      itemListElement: posts.map((post, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: post.title,
        url: siteUrl + postPath(post),
      })),
    },
  });

const publisher = (site: SiteSettings, siteUrl: string): object => ({
  '@type': 'Organization',
  name: site.name,
  url: siteUrl,
  ...(SOCIAL_LINKS.length > 0 && { sameAs: SOCIAL_LINKS.map(({ url }) => url) }),
});

/** The site itself, for the landing page. */
export const siteData = (site: SiteSettings, siteUrl: string): object =>
  dataOf('WebSite', { name: site.name, url: `${siteUrl}/`, inLanguage: site.language });

/** Pictures of the site itself are stored as paths. */
export const absolute = (url: string, siteUrl: string): string => (url.startsWith('/') ? `${siteUrl}${url}` : url);
