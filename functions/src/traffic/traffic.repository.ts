import { randomBytes } from 'node:crypto';
import {
  FieldPath,
  type Firestore,
  GrpcStatus,
  type QueryDocumentSnapshot,
  type Timestamp,
} from 'firebase-admin/firestore';
import { documentsRead } from '../common/paging.ts';
import { grpcCodeOf, runTransaction } from '../firestore/transaction.ts';
import { addDays, addMonths, monthOf, monthsBetween } from './days.ts';
import {
  decodeDay,
  decodeTally,
  encodeDay,
  encodeTally,
  type Figures,
  figuresOf,
  mergeTally,
  type Scope,
  SITE,
  sumFigures,
  type Tally,
  withPosts,
} from './tally.ts';

/** The counts of a day, written by one or a few instances. */
export interface Shard {
  readonly day: string;
  readonly number: number;
  readonly tallies: Map<Scope, Tally>;
  /** Null until it is stored. */
  readonly updateTime: Timestamp | null;
  /** The last writer, and what it wrote. */
  readonly by: string | null;
  /** The stored length of each scope, in characters. */
  readonly sizes: ReadonlyMap<Scope, number>;
}

/** Whether the document of a shard has reached its size limit. */
export const isFull = ({ sizes }: Shard): boolean => {
  let sum = 0;
  for (const size of sizes.values()) sum += size;
  return sum > FULL_BYTES;
};

/** Figures by day, or by month (`YYYY-MM`) if its days are no longer kept. */
export type DayFigures = Map<string, Figures>;

/** The maximum number of shards read for an unfinished day. Instances write to different shards if they can. */
export const SHARDS = 20;
const FULL_BYTES = 250_000;
/** The number of documents written at once, or searched for old days. */
const PAGE = 200;
/** Used instead of a day's number: the total of its month. */
const WHOLE_MONTH = '00';

export interface TrafficRepository {
  /** The salt of a day, which all instances share. Reads 1 document, writes 1 on the first call of a day. */
  salt(day: string): Promise<Buffer>;
  /** Reads 1 document. */
  shard(day: string, number: number): Promise<Shard>;
  /**
   * Stores the tallies of these scopes, unless somebody wrote the shard since it was read. Writes 1 document.
   * @returns the stored shard; rejects with FAILED_PRECONDITION or ALREADY_EXISTS
   */
  store(shard: Shard, scopes: ReadonlySet<Scope>, by: string): Promise<Shard>;
  /**
   * Figures from one day to another; for the site, including posts. `documentsRead` tells the cost. Reads 1 document per month, and the shards of
   * unfolded days: at most 20 each.
   */
  read(scope: Scope, from: string, to: string): Promise<DayFigures>;
  /** The site's views by minute, for at least the last hour. Reads the shards of these days, according to `documentsRead`. */
  minutes(from: string, to: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Adds the shards of days before this one to the months, and deletes the salts of these days. Safe to repeat and to interrupt. Reads 2 documents if
   * there are none, else each shard twice and the site's month; writes each post of the day, the site's month, and each shard twice.
   * @returns the number of shards
   */
  fold(today: string): Promise<number>;
  /** Replaces the days of old months by their totals. Safe to repeat. @returns the number of months of a post or the site */
  sumMonthsBefore(month: string): Promise<number>;
  /** Stores past days, for sample figures. Writes 1 document for each month. */
  write(scope: Scope, days: DayFigures): Promise<void>;
}

const dayOf = (shard: QueryDocumentSnapshot) => String(shard.get('day'));

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export function createTrafficRepository(db: Firestore): TrafficRepository {
  const months = db.collection('traffic');
  const shards = db.collection('trafficShards');
  const saltRef = db.doc('system/trafficSalt');
  const monthRef = (scope: Scope, month: string) => months.doc(`${scope}_${month}`);
  const shardRef = (day: string, number: number) => shards.doc(`${day}_${number}`);

  /** The site's figures by post need all scopes. */
  const growing = (from: string, to: string, only: Scope | null) => {
    const found = shards
      .where('day', '>=', from)
      .where('day', '<=', to)
      .limit(2 * SHARDS);
    return only === null ? found : found.select('day', 'part', new FieldPath('scopes', only));
  };

  /** `daysOf` is the month while it has days; old ones are found by it. */
  const monthFields = (scope: Scope, month: string, days: Record<string, Buffer>) => ({
    scope,
    daysOf: month,
    days,
    schemaVersion: 1,
  });

  const tallyIn = (shard: QueryDocumentSnapshot, scope: Scope): Tally => {
    const text: unknown = shard.get(new FieldPath('scopes', scope));
    return typeof text === 'string' ? decodeTally(text) : new Map();
  };

  const talliesIn = (shard: QueryDocumentSnapshot): Map<Scope, Tally> =>
    new Map(Object.keys(Object(shard.get('scopes'))).map((scope) => [scope, tallyIn(shard, scope)]));

  function merged(all: readonly Map<Scope, Tally>[]): Map<Scope, Tally> {
    const sum = new Map<Scope, Tally>();
    for (const [scope, tally] of all.flatMap((tallies) => [...tallies])) {
      const known = sum.get(scope);
      if (known) mergeTally(known, tally);
      else sum.set(scope, tally);
    }
    return withPosts(sum);
  }

  /**
   * Each fold of a day writes its own part (`17`, `17-1`), so that it need not read the month, and a repeat writes the same. Shards name their part
   * while they are folded. Until they are deleted, `read` ignores it.
   */
  const partOf = (days: object, day: string): string => {
    const number = day.slice(8);
    const parts = Object.keys(days).filter((part) => part.slice(0, 2) === number).length;
    return parts === 0 ? number : `${number}-${parts}`;
  };

  async function foldDay(day: string, found: readonly QueryDocumentSnapshot[]): Promise<void> {
    const month = monthOf(day);
    const siteRef = monthRef(SITE, month);
    const part = partOf(Object((await siteRef.get()).get('days')), day);
    const begin = db.batch();
    for (const { ref, updateTime } of found) begin.update(ref, { part }, { lastUpdateTime: updateTime });
    const begun = await begin.commit().catch((error: unknown) => {
      const changed: unknown[] = [GrpcStatus.FAILED_PRECONDITION, GrpcStatus.NOT_FOUND];
      if (changed.includes(grpcCodeOf(error))) return null;
      throw error;
    });
    // Another run finished first, or an instance wrote late. The next run folds what is stored by then.
    if (begun === null) return;
    const tallies = merged(found.map(talliesIn));
    const of = (scope: Scope) =>
      monthFields(scope, month, { [part]: encodeDay(figuresOf(tallies.get(scope) ?? new Map()), part.length > 2) });
    const others = [...tallies.keys()].filter((scope) => scope !== SITE);
    for (let at = 0; at < others.length; at += PAGE) {
      const batch = db.batch();
      for (const scope of others.slice(at, at + PAGE)) batch.set(monthRef(scope, month), of(scope), { merge: true });
      await batch.commit();
    }
    await runTransaction(db, async (transaction) => {
      const [site, ...again] = await transaction.getAll(siteRef, ...found.map(({ ref }) => ref));
      const isAsRead = again.every(({ updateTime }, n) => begun[n] && updateTime?.isEqual(begun[n].writeTime));
      if (!isAsRead || partOf(Object(site?.get('days')), day) !== part) return;
      transaction.set(siteRef, of(SITE), { merge: true });
      for (const { ref } of found) transaction.delete(ref);
    });
  }

  return {
    salt: (day) =>
      runTransaction(db, async (transaction) => {
        const stored = (await transaction.get(saltRef)).data();
        // An instance's clock may be slightly behind.
        if (stored && stored.day >= day) return Buffer.from(stored.salt as Uint8Array);
        const salt = randomBytes(32);
        transaction.set(saltRef, { day, salt });
        return salt;
      }),

    async shard(day, number) {
      const snapshot = await shardRef(day, number).get();
      const texts = Object.entries<string>(Object(snapshot.get('scopes')));
      return {
        day,
        number,
        updateTime: snapshot.updateTime ?? null,
        by: snapshot.get('by') ?? null,
        tallies: snapshot.exists ? talliesIn(snapshot as QueryDocumentSnapshot) : new Map(),
        sizes: new Map(texts.map(([scope, text]) => [scope, text.length])),
      };
    },

    async store(shard, scopes, by) {
      const ref = shardRef(shard.day, shard.number);
      const coded = [...scopes].map((scope) => [scope, encodeTally(shard.tallies.get(scope) ?? new Map())] as const);
      const sizes = new Map([...shard.sizes, ...coded.map(([scope, text]) => [scope, text.length] as const)]);
      if (shard.updateTime === null) {
        const fields = { day: shard.day, by, scopes: Object.fromEntries(coded), schemaVersion: 1 };
        return { ...shard, by, sizes, updateTime: (await ref.create(fields)).writeTime };
      }
      const changes = coded.flatMap(([scope, text]) => [new FieldPath('scopes', scope), text]);
      const { writeTime } = await ref.update('by', by, ...changes, { lastUpdateTime: shard.updateTime });
      return { ...shard, by, sizes, updateTime: writeTime };
    },

    async read(scope, from, to) {
      const refs = monthsBetween(from, to).map((month) => monthRef(scope, month));
      // From one moment, so that a fold in between neither hides a day nor counts it twice.
      const [shardsNow, stored] = await db.runTransaction(
        (transaction) =>
          Promise.all([
            transaction.get(growing(from, to, scope === SITE ? null : scope)),
            transaction.getAll(...refs, { fieldMask: ['days'] }),
          ]),
        { readOnly: true },
      );
      const unfinished = new Set(shardsNow.docs.map((shard) => `${monthOf(dayOf(shard))}-${shard.get('part')}`));
      const parts = stored.flatMap((snapshot): [string, Figures][] => {
        const month = snapshot.id.slice(-7);
        return Object.entries<Uint8Array>(Object(snapshot.get('days'))).flatMap(([part, bytes]) => {
          if (unfinished.has(`${month}-${part}`)) return [];
          return [[part === WHOLE_MONTH ? month : `${month}-${part.slice(0, 2)}`, decodeDay(bytes)]];
        });
      });
      for (const [day, found] of groupBy(shardsNow.docs, dayOf)) {
        const tallies = found.map((shard) =>
          scope === SITE ? talliesIn(shard) : new Map([[scope, tallyIn(shard, scope)]]),
        );
        parts.push([day, figuresOf(merged(tallies).get(scope) ?? new Map())]);
      }
      const byDay = groupBy(
        parts.filter(([day]) =>
          day.length === 7
            ? from <= `${day}-01` && addDays(`${addMonths(day, 1)}-01`, -1) <= to
            : from <= day && day <= to,
        ),
        ([day]) => day,
      );
      const figures = new Map([...byDay].map(([day, of]) => [day, sumFigures(of.map(([, part]) => part))]));
      documentsRead.set(figures, refs.length + Math.max(1, shardsNow.size));
      return figures;
    },

    async minutes(from, to) {
      const { docs } = await growing(from, to, SITE).get();
      const all = docs.flatMap((shard) => [...(tallyIn(shard, SITE).get('minute') ?? [])]);
      const minutes = new Map(
        [...groupBy(all, ([minute]) => minute)].map(([minute, of]) => [
          minute,
          of.reduce((sum, [, { views }]) => sum + views, 0),
        ]),
      );
      documentsRead.set(minutes, Math.max(1, docs.length));
      return minutes;
    },

    async fold(today) {
      const { docs } = await shards
        .where('day', '<', today)
        .limit(2 * SHARDS)
        .get();
      for (const [day, found] of groupBy(docs, dayOf)) await foldDay(day, found);
      await runTransaction(db, async (transaction) => {
        const salt = await transaction.get(saltRef);
        if (salt.exists && salt.get('day') < today) transaction.delete(saltRef);
      });
      return docs.length;
    },

    async sumMonthsBefore(month) {
      const { docs } = await months.where('daysOf', '<', month).orderBy('daysOf').limit(PAGE).get();
      for (const snapshot of docs) {
        const parts = Object.values<Uint8Array>(Object(snapshot.get('days')));
        const whole = { [WHOLE_MONTH]: encodeDay(sumFigures(parts.map(decodeDay))) };
        await snapshot.ref.set({ scope: snapshot.get('scope'), days: whole, schemaVersion: 1 });
      }
      return docs.length;
    },

    async write(scope, days) {
      const byMonth = groupBy(days, ([day]) => monthOf(day));
      for (const [month, of] of byMonth) {
        const parts = Object.fromEntries(of.map(([day, figures]) => [day.slice(8), encodeDay(figures)]));
        await monthRef(scope, month).set(monthFields(scope, month, parts), { merge: true });
      }
    },
  };
}
