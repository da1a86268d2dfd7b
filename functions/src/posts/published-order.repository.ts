import { type DocumentSnapshot, FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest, Position } from '../common/paging.ts';
import { createDataVersionRepository } from '../jobs/data-version.repository.ts';
import { firstPublishing, POSTS_VERSION, type StoredPost } from './posts.converter.ts';

type Ordered = Pick<StoredPost, 'id' | 'createdAt' | 'publishedAt'>;
type Time = 'publishedAt' | 'createdAt';

/** How published posts are read in the order of their first publishing, also while older ones do not have it stored yet. */
export interface PublishedOrder {
  /**
   * A page of `published`, a query of published posts, those published last first, then by descending id. Reads the page; as long as older
   * posts are brought up to date, twice as much and more.
   * @param fields those that are read; all where it is left out
   */
  newest<T extends Ordered>(
    published: Query,
    page: PageRequest,
    decode: (snapshot: DocumentSnapshot) => T | null,
    fields?: readonly string[],
  ): Promise<T[]>;
  /**
   * Published posts by their first publishing, from one moment up to another, those published last first. Reads `limit` documents at
   * most, twice as many as long as older posts are brought up to date.
   */
  between<T extends Ordered>(
    published: Query,
    span: { readonly from: Date; readonly to: Date; readonly limit: number },
    decode: (snapshot: DocumentSnapshot) => T | null,
    fields: readonly string[],
  ): Promise<T[]>;
  /** The field that every published post has: the first publishing, once all have it, else the creation. Reads 1 at first. */
  completeField(): Promise<Time>;
}

export function createPublishedOrder(db: Firestore): PublishedOrder {
  const versions = createDataVersionRepository(db);
  let areAllDated = false;

  const completeField = async (): Promise<Time> => {
    areAllDated ||= (await versions.read()) >= POSTS_VERSION;
    return areAllDated ? 'publishedAt' : 'createdAt';
  };

  return {
    async newest(published, { limit, after }, decode, fields) {
      const page = async (field: Time, from: Position | null) => {
        const ordered = published.orderBy(field, 'desc').orderBy(FieldPath.documentId(), 'desc');
        const rest = from ? ordered.startAfter(Timestamp.fromMillis(from.createdAtMs), from.id) : ordered;
        const { docs } = await (fields ? rest.limit(limit).select(...fields) : rest.limit(limit)).get();
        return docs.map(decode).filter((post) => post !== null);
      };

      /**
       * Posts whose first publishing is not stored go by their creation. Nothing was published before it was created, so those that
       * belong before the last of `dated` are all found by the time that the creation is earlier than that one's publishing.
       */
      const undated = async (dated: readonly Ordered[]) => {
        const last = dated.length < limit ? undefined : dated.at(-1);
        const found: Awaited<ReturnType<typeof page>> = [];
        for (let from = after; ; ) {
          const read = await page('createdAt', from);
          found.push(...read.filter(({ publishedAt }) => publishedAt === null));
          const end = read.at(-1);
          const isPast = end !== undefined && last !== undefined && end.createdAt < firstPublishing(last);
          if (!end || read.length < limit || found.length >= limit || isPast) return found;
          from = { createdAtMs: end.createdAt.getTime(), id: end.id };
        }
      };

      const [read, field] = await Promise.all([page('publishedAt', after), completeField()]);
      if (field === 'publishedAt') return read;
      const dated = read.filter(({ publishedAt }) => publishedAt !== null);
      return [...dated, ...(await undated(dated))].sort(publishedLastFirst).slice(0, limit);
    },

    async between(published, { from, to, limit }, decode, fields) {
      const within = async (field: Time) => {
        const inSpan = published
          .where(field, '>=', Timestamp.fromDate(from))
          .where(field, '<', Timestamp.fromDate(to))
          .orderBy(field, 'desc');
        const { docs } = await inSpan
          .limit(limit)
          .select(...fields)
          .get();
        return docs.map(decode).filter((post) => post !== null);
      };
      const [dated, field] = await Promise.all([within('publishedAt'), completeField()]);
      const undated =
        field === 'publishedAt' ? [] : (await within('createdAt')).filter(({ publishedAt }) => publishedAt === null);
      return [...dated, ...undated].sort(publishedLastFirst).slice(0, limit);
    },

    completeField,
  };
}

function publishedLastFirst(a: Ordered, b: Ordered): number {
  const byTime = firstPublishing(b).getTime() - firstPublishing(a).getTime();
  return byTime || (a.id < b.id ? 1 : -1);
}
