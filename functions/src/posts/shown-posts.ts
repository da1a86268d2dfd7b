import type { Viewer } from '@inkwell/shared/permissions';
import type { PostSeries } from '@inkwell/shared/post-series';
import type { Post, PostCard, StaffPost, StaffPostCard } from '@inkwell/shared/posts';
import type { CategoryCache } from '../categories/category-names.ts';
import type { SeriesCache } from '../series/series-names.ts';
import type { TagCache } from '../tags/tag-names.ts';
import type { AuthorCache } from '../users/authors.ts';
import {
  authorIdsOf,
  authorsOf,
  biosOf,
  type Presenting,
  type ShownCard,
  type StoredCard,
  type StoredPost,
  toCard,
  toPost,
  toStaffCard,
  toStaffPost,
} from './posts.converter.ts';
import type { SeriesPostRepository } from './series/series-posts.repository.ts';

/** The names that answers show with posts. */
export interface PostNames {
  readonly authors: AuthorCache;
  readonly categories: CategoryCache;
  readonly tagNames: TagCache;
  readonly seriesNames: SeriesCache;
  readonly seriesPosts: Pick<SeriesPostRepository, 'beside'>;
}

/** Presents posts that have already been read. */
export function createShownPosts({ authors, categories, tagNames, seriesNames, seriesPosts }: PostNames) {
  async function presentingOf(stored: readonly ShownCard[], viewer: Viewer) {
    const [byAuthor, byCategory, byTag] = await Promise.all([
      authors.getAll(stored.flatMap(authorIdsOf)),
      categories.getAll(stored.flatMap(({ categoryId }) => (categoryId === null ? [] : [String(categoryId)]))),
      tagNames.getAll(stored.flatMap(({ tagIds }) => tagIds)),
    ]);
    return (post: ShownCard) => ({
      authors: authorsOf(post, byAuthor, viewer),
      names: byAuthor,
      category: post.categoryId === null ? null : byCategory.get(String(post.categoryId)),
      tags: byTag,
      viewer,
    });
  }

  /** A post's series with the adjacent posts; null without a series, or for a deleted one. */
  async function seriesOf(post: StoredPost): Promise<PostSeries | null> {
    const { seriesId, seriesPlace: place } = post;
    if (seriesId === null || place === null) return null;
    const [names, beside] = await Promise.all([seriesNames.getAll([seriesId]), seriesPosts.beside(post, seriesId)]);
    const found = names.get(seriesId);
    return found ? { name: found.name, slug: found.slug, place, ...beside } : null;
  }

  /** The additional fields in the answer about a single post. */
  async function presentingOne(post: StoredPost, viewer: Viewer): Promise<Presenting> {
    const [presenting, series] = await Promise.all([presentingOf([post], viewer), seriesOf(post)]);
    const { names, ...shown } = presenting(post);
    return { ...shown, series, bios: biosOf(shown.authors, names) };
  }

  return {
    async toCards(stored: readonly ShownCard[], viewer: Viewer): Promise<PostCard[]> {
      const presenting = await presentingOf(stored, viewer);
      return stored.map((post) => toCard(post, presenting(post)));
    },

    async toStaffCards(stored: readonly StoredCard[], viewer: Viewer): Promise<StaffPostCard[]> {
      const presenting = await presentingOf(stored, viewer);
      return stored.map((post) => toStaffCard(post, presenting(post)));
    },

    toPost: async (post: StoredPost, viewer: Viewer): Promise<Post> => toPost(post, await presentingOne(post, viewer)),

    toStaff: async (post: StoredPost, viewer: Viewer): Promise<StaffPost> =>
      toStaffPost(post, await presentingOne(post, viewer)),
  };
}
