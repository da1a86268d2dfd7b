import { AppError } from '@inkwell/shared/errors';
import { type Actor, canManageSeries } from '@inkwell/shared/permissions';
import type { PostPatch, StaffPostCard } from '@inkwell/shared/posts';
import type { SeriesMove } from '@inkwell/shared/series';
import type { StoredCard } from '../posts.converter.ts';
import { placesAfterMove } from './series-order.ts';
import type { SeriesPostRepository } from './series-posts.repository.ts';

/** The posts of a series, as staff see and order them. */
export interface SeriesPostService {
  /** In order, in every state except the trash. @throws AppError `forbidden` */
  all(actor: Actor, seriesId: string): Promise<StaffPostCard[]>;
  /**
   * Gives the posts the places 1, 2, 3 in the order of `ids`. Each changed place is an edit of its post, so that open editors are notified. Safe to
   * repeat, also after an interruption.
   * @throws AppError `forbidden`; `conflict` if other posts belong to the series
   */
  order(actor: Actor, seriesId: string, ids: readonly string[]): Promise<void>;
  /**
   * Moves a post directly after another one, or to the beginning, with an edit for each changed place: usually one or two. Safe to repeat, also after
   * an interruption.
   * @throws AppError `forbidden`; `conflict` if one of them does not belong to the series, or all places are taken
   */
  move(actor: Actor, seriesId: string, move: SeriesMove): Promise<void>;
}

const OTHER_POSTS = 'Other posts belong to this series by now';

interface Dependencies {
  readonly posts: {
    staffCards(actor: Actor, stored: readonly StoredCard[]): Promise<StaffPostCard[]>;
    update(actor: Actor, id: string, patch: PostPatch): Promise<unknown>;
  };
  readonly stored: Pick<SeriesPostRepository, 'all'>;
}

export function createSeriesPostService({ posts, stored }: Dependencies): SeriesPostService {
  function check(actor: Actor): void {
    if (!canManageSeries(actor)) throw new AppError('forbidden');
  }

  return {
    async all(actor, seriesId) {
      check(actor);
      return posts.staffCards(actor, await stored.all(seriesId));
    },

    async order(actor, seriesId, ids) {
      check(actor);
      const places = new Map((await stored.all(seriesId)).map(({ id, seriesPlace }) => [id, seriesPlace]));
      if (places.size !== ids.length || ids.some((id) => !places.has(id))) throw new AppError('conflict', OTHER_POSTS);
      for (const [n, id] of ids.entries())
        if (places.get(id) !== n + 1) await posts.update(actor, id, { seriesPlace: n + 1 });
    },

    async move(actor, seriesId, { id, after }) {
      check(actor);
      const all = await stored.all(seriesId);
      const moved = all.find((post) => post.id === id);
      const others = all.filter((post) => post.id !== id);
      const behind = after === null ? 0 : others.findIndex((post) => post.id === after) + 1;
      if (!moved || (after !== null && behind === 0)) throw new AppError('conflict', OTHER_POSTS);
      const places = placesAfterMove(others, moved, behind);
      if (!places) throw new AppError('conflict', 'All places of this series are taken');
      for (const { id: changed, place } of places) await posts.update(actor, changed, { seriesPlace: place });
    },
  };
}
