import { AppError } from '@inkwell/shared/errors';
import { SERIES_LIMITS, type SeriesNeighbour } from '@inkwell/shared/post-series';
import { FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageOfMany, PageRequest, Position } from '../../common/paging.ts';
import type { StepById } from '../../jobs/job.ts';
import type { SeriesEnd } from '../../series/series.job.ts';
import { movePostCounts } from '../counters/post-counts.repository.ts';
import { changeNext } from '../moves/moved-posts.repository.ts';
import {
  cardMask,
  decodeCard,
  firstPublishing,
  isThere,
  postMask,
  type ShownCard,
  type StoredCard,
  shownMask,
} from '../posts.converter.ts';
import { publishedIn } from '../posts.repository.ts';
import { compareOrdered, type Ordered, timeOf } from './series-order.ts';

/** Reads the posts of series, ordered by place; posts with the same place by first publication, then by id. */
export interface SeriesPostRepository {
  /** A page of the published posts of a series. Reads the page and 1 document for the total. @throws AppError `bad-request` for a cursor of another list */
  published(seriesId: string, page: PageRequest): Promise<PageOfMany<ShownCard> & { readonly total: number }>;
  /** The published posts before and after a post in a series. Reads 2 documents. */
  beside(post: Ordered, seriesId: string): Promise<{ previous: SeriesNeighbour | null; next: SeriesNeighbour | null }>;
  /** The posts of a series in every state except the trash. Reads at most `SERIES_LIMITS.listed` documents. */
  all(seriesId: string): Promise<StoredCard[]>;
}

const neighbourMask = postMask('title', 'slug', 'excerpt', 'featuredImage');

const inOrder = (query: Query, direction: 'asc' | 'desc'): Query =>
  query.orderBy('seriesPlace', direction).orderBy('publishedAt', direction).orderBy(FieldPath.documentId(), direction);

function placeIn({ text }: Position): number {
  if (text === undefined || !/^\d{1,6}$/.test(text)) throw new AppError('bad-request', 'Invalid cursor');
  return Number(text);
}

export function createSeriesPostRepository(db: Firestore): SeriesPostRepository {
  const posts = db.collection('posts');

  return {
    async published(seriesId, { limit, after }) {
      const all = inOrder(publishedIn(db, { seriesId }), 'asc');
      const rest = after ? all.startAfter(placeIn(after), Timestamp.fromMillis(after.createdAtMs), after.id) : all;
      const [{ docs }, series] = await Promise.all([
        rest
          .limit(limit)
          .select(...shownMask.fields)
          .get(),
        db.collection('series').doc(seriesId).get(),
      ]);
      const items = docs.map(shownMask.decode).filter((post) => post !== null);
      const total = Number(series.get('postCount') ?? 0);
      const last = items.at(-1);
      const isLast = !last || items.length < limit || (after === null && total === items.length);
      const next = isLast
        ? null
        : { createdAtMs: firstPublishing(last).getTime(), id: last.id, text: String(last.seriesPlace) };
      return { items, total, next };
    },

    async beside(post, seriesId) {
      const of = async (direction: 'asc' | 'desc'): Promise<SeriesNeighbour | null> => {
        const all = inOrder(publishedIn(db, { seriesId }), direction);
        const rest = all.startAfter(post.seriesPlace, Timestamp.fromMillis(timeOf(post)), post.id).limit(1);
        const [found] = (await rest.select(...neighbourMask.fields).get()).docs;
        return found ? neighbourMask.decode(found) : null;
      };
      const [previous, next] = await Promise.all([of('desc'), of('asc')]);
      return { previous, next };
    },

    async all(seriesId) {
      const query = posts.where('seriesId', '==', seriesId).orderBy('seriesPlace').limit(SERIES_LIMITS.listed);
      const { docs } = await query.select(...cardMask.fields).get();
      return docs.map(decodeCard).filter(isThere).sort(compareOrdered);
    },
  };
}

/**
 * Removes the next posts, in all states including the trash, from a deleted series. This is not an edit: it stores no revision and does not change
 * `updatedAt`, so nobody's editing is interrupted. Reads each post twice and writes it once, and the count of the series. Safe to repeat.
 */
export const leaveSeriesIn =
  (db: Firestore): StepById<SeriesEnd> =>
  ({ from }, after) => {
    const posts = db.collection('posts');
    return changeNext(db, posts.where('seriesId', '==', from), after, async (transaction, found) => {
      const before = found.map(decodeCard).filter((post): post is StoredCard => post?.seriesId === from);
      const left = before.map((post) => ({ ...post, seriesId: null, seriesPlace: null }));
      for (const { id, seriesId, seriesPlace } of left) transaction.update(posts.doc(id), { seriesId, seriesPlace });
      movePostCounts(db, transaction, before, left);
    });
  };
