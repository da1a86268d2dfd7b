import { personName } from '@inkwell/shared/format';
import type { Post } from '@inkwell/shared/posts';
import { SITE_NAME, SOCIAL_LINKS } from '@inkwell/shared/site';
import { postPath } from '@inkwell/shared/slug';

/** An article and where it stands, as schema.org says it (BlogPosting, BreadcrumbList). */
export function articleData(post: Post, siteUrl: string): object[] {
  const url = `${siteUrl}${postPath(post)}`;
  const crumbs = [
    { name: 'Posts', item: `${siteUrl}/posts` },
    ...(post.category ? [{ name: post.category.name, item: `${siteUrl}/posts?category=${post.category.id}` }] : []),
    { name: post.title, item: url },
  ];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.preview,
      url,
      mainEntityOfPage: url,
      datePublished: post.publishedAt ?? post.createdAt,
      dateModified: post.updatedAt,
      author: { '@type': 'Person', name: personName(post.author) },
      publisher: publisher(siteUrl),
      ...(post.featuredImage && { image: absolute(post.featuredImage, siteUrl) }),
      ...(post.category && { articleSection: post.category.name }),
      commentCount: post.commentsCount,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
    },
  ];
}

const publisher = (siteUrl: string): object => ({
  '@type': 'Organization',
  name: SITE_NAME,
  url: siteUrl,
  ...(SOCIAL_LINKS.length > 0 && { sameAs: SOCIAL_LINKS.map(({ url }) => url) }),
});

/** The site itself, for its first page. */
export const siteData = (siteUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: SITE_NAME,
  url: `${siteUrl}/`,
});

/** Pictures of the site itself are stored as paths. */
export const absolute = (url: string, siteUrl: string): string => (url.startsWith('/') ? `${siteUrl}${url}` : url);
