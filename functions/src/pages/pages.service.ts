import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { CARD_SIZES, COVER_SIZES } from '@inkwell/shared/images';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { Post } from '@inkwell/shared/posts';
import { served, servedQueries } from '@inkwell/shared/served';
import { LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import { pageTitle, SITE_DESCRIPTION } from '@inkwell/shared/site';
import { postPath } from '@inkwell/shared/slug';
import type { CategoryService } from '../categories/categories.service.ts';
import { encodeCursor, type Page } from '../common/paging.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { PreviewService } from '../previews/previews.service.ts';
import {
  articleBody,
  categoriesBody,
  firstCover,
  homeBody,
  listBody,
  noPreviewBody,
  notFoundBody,
  previewBody,
} from './body.ts';
import { headMarkup, hiddenHeadMarkup, type PageHead } from './head.ts';
import type { PageParts } from './shell.ts';
import { absolute, articleData, siteData } from './structured-data.ts';

/** What an address answers. */
export type ServedPage =
  | { readonly kind: 'page'; readonly status: 200 | 404; readonly parts: PageParts }
  | { readonly kind: 'moved'; readonly path: string };

/** The pages that are served with their content. Whoever asks, the answer is what a visitor sees. */
export interface PageService {
  home(): Promise<ServedPage>;
  posts(categoryId: number | null): Promise<ServedPage>;
  /** An article at its current address; other slugs move there. Unknown and unpublished ones are not found. */
  post(id: string, slug: string | undefined): Promise<ServedPage>;
  categories(): Promise<ServedPage>;
  notFound(): ServedPage;
  /** The post that a preview link shows, for whoever has the link. All tokens that show nothing get the very same page. */
  preview(token: string): Promise<ServedPage>;
}

interface Dependencies {
  readonly posts: PostService;
  readonly categories: CategoryService;
  readonly previews: Pick<PreviewService, 'open'>;
  /** Without a slash at its end. */
  readonly siteUrl: string;
}

const VISITOR = null;

export function createPageService({ posts, categories, previews, siteUrl }: Dependencies): PageService {
  const website = (title: string, path: string, changes: Partial<PageHead> = {}): string =>
    headMarkup(
      {
        title,
        description: SITE_DESCRIPTION,
        canonicalUrl: `${siteUrl}${path}`,
        type: 'website',
        image: null,
        firstPicture: null,
        article: null,
        structuredData: [],
        isHidden: false,
        ...changes,
      },
      siteUrl,
    );

  const notFound = (): ServedPage => ({
    kind: 'page',
    status: 404,
    parts: {
      head: website(pageTitle('Post Not Found'), '/posts', { isHidden: true }),
      body: notFoundBody(),
      queries: [],
    },
  });

  return {
    async home() {
      const popular = await posts.popular(VISITOR, POST_LIMITS.popular);
      return page({
        head: website(pageTitle(null), '/', { structuredData: [siteData(siteUrl)] }),
        body: homeBody(popular),
        queries: [served(servedQueries.popularPosts, [], popular)],
      });
    },

    async posts(categoryId) {
      const filter = categoryId === null ? {} : { categoryId };
      const [list, all] = await Promise.all([
        posts.list(VISITOR, filter, { limit: LIST_PAGE_SIZE, after: null }),
        categoryId === null ? null : categories.list(),
      ]);
      const category = all?.find(({ id }) => id === categoryId);
      if (categoryId !== null && !category) return notFound();
      const title = category?.name ?? 'All Posts';
      const path = category ? `/posts?category=${category.id}` : '/posts';
      const cover = firstCover(list.items);
      return page({
        head: website(pageTitle(title), path, {
          description: category?.description ?? SITE_DESCRIPTION,
          firstPicture: cover === null ? null : { url: cover, sizes: CARD_SIZES },
        }),
        body: listBody(title, list.items, { total: list.total, path }),
        queries: [
          served(servedQueries.postList, [{ categoryId }], firstPage(list)),
          ...(all ? [served(servedQueries.categories, [], all)] : []),
        ],
      });
    },

    async post(id, slug) {
      const post = await published(posts, id);
      if (!post) return notFound();
      const path = postPath(post);
      const asked = slug === undefined ? `/posts/${id}` : `/posts/${id}/${encodeURIComponent(slug)}`;
      if (asked !== path) return { kind: 'moved', path };

      const similar = await posts.similarTo(VISITOR, post);
      return page({
        head: articleHead(post),
        body: await articleBody(post),
        queries: [served(servedQueries.post, [id], post), served(servedQueries.similarPosts, [id], similar)],
      });
    },

    async categories() {
      const all = await categories.list();
      return page({
        head: website(pageTitle('Categories'), '/categories'),
        body: categoriesBody(all),
        queries: [served(servedQueries.categories, [], all)],
      });
    },

    notFound,

    async preview(token) {
      const preview = await previews.open(token);
      if (!preview) {
        const head = hiddenHeadMarkup(pageTitle('Preview'));
        return { kind: 'page', status: 404, parts: { head, body: noPreviewBody(), queries: [] } };
      }
      const { post, expiresAt } = preview;
      const body = await previewBody(post, expiresAt);
      return page({ head: hiddenHeadMarkup(pageTitle(post.title)), body, queries: [] });
    },
  };

  function articleHead(post: Post): string {
    return website(pageTitle(post.title), postPath(post), {
      description: post.preview,
      type: 'article',
      image: post.featuredImage ? { url: absolute(post.featuredImage, siteUrl), alt: post.title } : null,
      firstPicture: post.featuredImage ? { url: post.featuredImage, sizes: COVER_SIZES } : null,
      article: {
        publishedAt: post.publishedAt ?? post.createdAt,
        modifiedAt: post.updatedAt,
        author: personName(post.author),
        section: post.category?.name ?? null,
      },
      structuredData: articleData(post, siteUrl),
    });
  }
}

const page = (parts: PageParts): ServedPage => ({ kind: 'page', status: 200, parts });

/** A list as the app's infinite query keeps it. */
const firstPage = <T>({ items, total, next }: Page<T>) => ({
  pages: [{ items: [...items], total, nextCursor: next && encodeCursor(next) }] satisfies [unknown],
  pageParams: [null] satisfies [null],
});

/** The post if visitors may read it. */
async function published(posts: PostService, id: string): Promise<Post | null> {
  try {
    return await posts.byId(VISITOR, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}
