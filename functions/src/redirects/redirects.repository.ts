import { comparedPath } from '@inkwell/shared/addresses';
import type { Redirect } from '@inkwell/shared/redirects';
import {
  type DocumentSnapshot,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { addressId } from '../addresses/address-id.ts';
import { addressOf } from '../addresses/addresses.repository.ts';
import { decodePatterns, patternsOf, readPatterns } from '../addresses/redirect-patterns.repository.ts';
import { comparedPrefix, type RedirectPattern } from '../addresses/redirect-patterns.ts';
import { type Act, appendAudit } from '../audit/audit.repository.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { countOf, type Order, readIndexed } from '../firestore/list-pages.ts';
import { runTransaction } from '../firestore/transaction.ts';
import {
  addressIn,
  addTo,
  idOf,
  pathIn,
  type RedirectRefusal,
  redirectAt,
  redirectableTarget,
  refusalOf,
  type Surroundings,
  toRedirect,
} from './redirect-rules.ts';

/** A validated redirect: `to` is an encoded path of the site, or an external address. */
export interface NewRedirect {
  readonly from: string;
  readonly to: string;
  readonly status: 301 | 302;
}

export type RedirectChange =
  | { readonly kind: 'done'; readonly redirect: Redirect }
  | { readonly kind: 'not-found' }
  | { readonly kind: RedirectRefusal };

export interface RedirectRepository {
  /** Redirects of single addresses, by address. Reads the page and 1 for each 1,000. */
  list(q: string | undefined, page: PageRequest): Promise<PageOfMany<Redirect>>;
  /** Reads 1 document. */
  patterns(): Promise<Redirect[]>;
  /** The number of redirects of single addresses. Reads 1 for each 1,000. */
  count(): Promise<number>;
  /**
   * Stores redirects in order, each as if the earlier ones were stored, and returns the result of each. Existing ones change nothing. Reads 2 for
   * each, 1 for 30 and 1, and up to 2 more for each address to which others lead; writes 2 for each. Up to 100 at a time.
   */
  create(redirects: readonly NewRedirect[], act: Act): Promise<RedirectChange[]>;
  /** Reads 4 to 6 documents, writes 2 or 3. */
  change(id: string, patch: Partial<NewRedirect>, act: Act): Promise<RedirectChange>;
  /** Deletes a redirect. Safe to repeat. Reads 1 or 2 documents, writes 2. @returns its old address; null if there is none */
  remove(id: string, act: Act): Promise<string | null>;
}

/** The limit of one query. */
const VALUES_OF_IN = 30;

const BY_PATH: Order = { field: 'path', holds: 'text', direction: 'asc' };

export function createRedirectRepository(db: Firestore): RedirectRepository {
  const addresses = db.collection('addresses');
  const single = addresses.where('kind', '==', 'redirect');

  /** The stored redirect of an id: a single address, or a pattern. */
  async function stored(transaction: Transaction, id: string) {
    const [found, patterns] = await Promise.all([transaction.get(addresses.doc(id)), transaction.get(patternsOf(db))]);
    const all = decodePatterns(patterns.data());
    const pattern = all.find((one) => one.id === id);
    const redirect = found.get('kind') === 'redirect' ? decode(found) : pattern ? toRedirect(pattern) : null;
    return { redirect, patterns: all };
  }

  const read = async (transaction: Transaction, query: Query): Promise<Redirect[]> =>
    (await transaction.get(query)).docs.map(decode);

  /** Redirects of single addresses that lead to one of the paths. Reads 1 for 30 paths without any, otherwise up to 2 for each. */
  async function leadingTo(transaction: Transaction, ids: readonly string[]): Promise<Redirect[]> {
    // One for each path, because thousands may lead to it; two, because one of them may be the changed one.
    const each = (some: readonly string[]) =>
      Promise.all(some.map((id) => read(transaction, addresses.where('toId', '==', id).limit(2))));
    if (ids.length <= 1) return (await each(ids)).flat();
    const found: Redirect[] = [];
    for (let start = 0; start < ids.length; start += VALUES_OF_IN) {
      const some = ids.slice(start, start + VALUES_OF_IN);
      const isAny = (await read(transaction, addresses.where('toId', 'in', some).limit(1))).length > 0;
      if (isAny) found.push(...(await each(some)).flat());
    }
    return found;
  }

  async function surroundingsOf(transaction: Transaction, redirects: readonly NewRedirect[]): Promise<Surroundings> {
    const froms = redirects.map(({ from }) => addressIn(from));
    const paths = froms.filter(({ isPattern }) => !isPattern).map(({ path }) => path);
    const targets = redirects.flatMap(({ to }) => redirectableTarget(to) ?? []);
    const references = new Map([...paths, ...targets].map((path) => [addressId(path), addressOf(db, path)]));
    const beginnings = froms.filter(({ isPattern }) => isPattern).map(({ path }) => indexed(comparedPrefix(path)));
    const [patterns, there, leading, below] = await Promise.all([
      transaction.get(patternsOf(db)),
      references.size > 0 ? transaction.getAll(...references.values()) : [],
      leadingTo(transaction, [...new Set(froms.map(({ path }) => addressId(path)))]),
      Promise.all(
        [...new Set(beginnings)].map((begin) =>
          read(transaction, addresses.where('toPath', '>=', begin).where('toPath', '<', `${begin}\uf8ff`).limit(2)),
        ),
      ),
    ]);
    const taken = there.filter(({ exists }) => exists);
    return {
      patterns: decodePatterns(patterns.data()),
      at: new Map(taken.map((found) => [found.id, found.get('kind') === 'redirect' ? decode(found) : 'other'])),
      followers: [...leading, ...below.flat()],
    };
  }

  const put = (transaction: Transaction, redirect: Redirect): void =>
    void transaction.set(addresses.doc(redirect.id), redirectDocument(redirect));

  const putPatterns = (transaction: Transaction, patterns: readonly RedirectPattern[]): void =>
    void transaction.set(patternsOf(db), {
      patterns: patterns.map(({ kind: _kind, ...fields }) => fields),
      schemaVersion: 1,
    });

  return {
    async list(q, page) {
      const begin = q && comparedPrefix(q.startsWith('/') ? q : `/${q}`);
      const query = begin ? single.where('path', '>=', begin).where('path', '<', `${begin}\uf8ff`) : single;
      return readIndexed({ query, order: BY_PATH, page, decode });
    },

    patterns: async () => (await readPatterns(db)).map(toRedirect),

    count: () => countOf(single),

    create: (inputs, { actorId, at }) =>
      runTransaction(db, async (transaction): Promise<RedirectChange[]> => {
        const around = await surroundingsOf(transaction, inputs);
        const before = around.patterns;
        const changes = inputs.map((input): RedirectChange => {
          const id = idOf(input.from);
          const same = redirectAt(around, id);
          if (same && same !== 'other' && same.to === input.to && same.status === input.status)
            return { kind: 'done', redirect: same };
          const refused = same ? 'taken' : refusalOf(around, input, null);
          if (refused) return { kind: refused };
          const redirect: Redirect = { id, ...input, createdAt: at.toISOString() };
          addTo(around, redirect);
          if (!addressIn(input.from).isPattern) put(transaction, redirect);
          const entry = { actorId, action: 'redirect.create', target: `addresses/${id}`, name: input.from } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: { to: input.to, status: input.status } }, at);
          return { kind: 'done', redirect };
        });
        if (around.patterns !== before) putPatterns(transaction, around.patterns);
        return changes;
      }),

    change: (oldId, patch, { actorId, at }) =>
      runTransaction(db, async (transaction): Promise<RedirectChange> => {
        const { redirect: before } = await stored(transaction, oldId);
        if (!before) return { kind: 'not-found' };
        const { from, to, status } = { ...before, ...patch };
        const after: Redirect = { id: idOf(from), from, to, status, createdAt: before.createdAt };
        const isSame = before.from === from && before.to === to && before.status === status;
        if (isSame) return { kind: 'done', redirect: before };
        const around = await surroundingsOf(transaction, [after]);
        const refused = refusalOf(around, after, oldId);
        if (refused) return { kind: refused };
        around.patterns = around.patterns.filter(({ id }) => id !== oldId);
        addTo(around, after);
        if (addressIn(before.from).isPattern || addressIn(from).isPattern) putPatterns(transaction, around.patterns);
        if (!addressIn(before.from).isPattern && after.id !== oldId) transaction.delete(addresses.doc(oldId));
        if (!addressIn(from).isPattern) put(transaction, after);
        const fields = (one: Redirect) => ({ from: one.from, to: one.to, status: one.status });
        const entry = { actorId, action: 'redirect.change', target: `addresses/${after.id}`, name: from } as const;
        appendAudit(db, transaction, { ...entry, before: fields(before), after: fields(after) }, at);
        return { kind: 'done', redirect: after };
      }),

    remove: (id, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const { redirect: before, patterns } = await stored(transaction, id);
        if (!before) return null;
        const others = patterns.filter((one) => one.id !== id);
        if (others.length < patterns.length) putPatterns(transaction, others);
        else transaction.delete(addresses.doc(id));
        const entry = { actorId, action: 'redirect.delete', target: `addresses/${id}`, name: before.from } as const;
        appendAudit(db, transaction, { ...entry, before: { to: before.to, status: before.status }, after: null }, at);
        return before.from;
      }),
  };
}

/** The document of a redirect of a single address. */
export const redirectDocument = ({ id, from, to, status, createdAt }: Redirect) => ({
  path: indexed(comparedPath(addressIn(from).path)),
  kind: 'redirect',
  id,
  from,
  to,
  status,
  createdAt: new Date(createdAt),
  ...targetOf(to),
  schemaVersion: 1,
});

/** The key that other redirects find the target by. */
function targetOf(to: string) {
  const path = pathIn(to);
  return { toId: path === null ? null : addressId(path), toPath: path === null ? null : indexed(path) };
}

/** The part of a path that fits an index: 1,500 bytes. Documents are found by its hash. */
const indexed = (path: string): string => [...path].slice(0, 350).join('');

function decode(snapshot: DocumentSnapshot): Redirect {
  const { from, to, status, createdAt } = snapshot.data() ?? {};
  return {
    id: snapshot.id,
    from: String(from),
    to: String(to),
    status: status === 302 ? 302 : 301,
    createdAt: (createdAt instanceof Timestamp ? createdAt.toDate() : new Date(0)).toISOString(),
  };
}
