import { comparedPath, decodedPath, isReservedPath } from '@inkwell/shared/addresses';
import { REDIRECT_LIMITS, type Redirect, redirectedAddress } from '@inkwell/shared/redirects';
import { type DocumentSnapshot, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { addressId } from '../addresses/address-id.ts';
import { addressOf, readAddress } from '../addresses/addresses.repository.ts';
import { decodePatterns, patternsOf, readPatterns } from '../addresses/redirect-patterns.repository.ts';
import { comparedPrefix, matchPattern, type RedirectPattern } from '../addresses/redirect-patterns.ts';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { countOf, type Order, readIndexed } from '../firestore/list-pages.ts';
import { runTransaction } from '../firestore/transaction.ts';

interface Act {
  readonly actorId: string;
  readonly at: Date;
}

/** A checked redirect: `to` is an encoded path of the site, or an address elsewhere. */
export interface NewRedirect {
  readonly from: string;
  readonly to: string;
  readonly status: 301 | 302;
}

export type RedirectRefusal = 'taken' | 'toItself' | 'chain' | 'follower' | 'fullPatterns';

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
  /** Stores a redirect. The same one again changes nothing. Reads 3 or 4 documents, writes 2. */
  create(redirect: NewRedirect, act: Act): Promise<RedirectChange>;
  /** Reads 4 to 6 documents, writes 2 or 3. */
  change(id: string, patch: Partial<NewRedirect>, act: Act): Promise<RedirectChange>;
  /** Deletes a redirect. Safe to repeat. Reads 1 or 2 documents, writes 2. @returns its old address; null if there is none */
  remove(id: string, act: Act): Promise<string | null>;
}

const BY_PATH: Order = { field: 'path', holds: 'text', direction: 'asc' };

export function createRedirectRepository(db: Firestore): RedirectRepository {
  const single = db.collection('addresses').where('kind', '==', 'redirect');

  /** What is stored under an id: a single address, or a pattern. */
  async function stored(transaction: Transaction, id: string): Promise<Redirect | null> {
    const found = await transaction.get(db.collection('addresses').doc(id));
    if (found.get('kind') === 'redirect') return decode(found);
    const pattern = decodePatterns((await transaction.get(patternsOf(db))).data()).find((one) => one.id === id);
    return pattern ? toRedirect(pattern) : null;
  }

  /**
   * Why a redirect cannot be stored; null if it can. Readers never take more than one step: neither end may be an end of another redirect.
   * @param replaced the id of the redirect whose place it takes
   */
  async function refusal(
    transaction: Transaction,
    { from, to }: NewRedirect,
    replaced: string | null,
  ): Promise<RedirectRefusal | null> {
    const { path, isPattern } = addressIn(from);
    const [target, id] = [pathIn(to), idOf(from)];
    const all = decodePatterns((await transaction.get(patternsOf(db))).data());
    const others = all.filter((one) => one.id !== id && one.id !== replaced);
    const isOwn = target === null || isReservedPath(target);
    if (isPattern) {
      if (others.length >= REDIRECT_LIMITS.patterns) return 'fullPatterns';
      const prefix = comparedPrefix(path);
      if (!isOwn && matchPattern([{ prefix }], target)) return 'toItself';
      const below = single
        .where('toPath', '>=', indexed(prefix))
        .where('toPath', '<', `${indexed(prefix)}\uf8ff`)
        .limit(1);
      if (!(await transaction.get(below)).empty) return 'follower';
      if (others.some((one) => matchPattern([{ prefix }], pathIn(one.to) ?? '/'))) return 'follower';
    } else {
      const here = await readAddress(db, transaction, path);
      if (here && id !== replaced) return 'taken';
      if (target !== null && addressId(target) === id) return 'toItself';
      const { docs } = await transaction.get(single.where('toId', '==', addressId(path)).limit(2));
      if (docs.some((one) => one.id !== replaced)) return 'follower';
      if (others.some((one) => pathIn(one.to) === comparedPath(path))) return 'follower';
    }
    if (isOwn) return null;
    const there = await readAddress(db, transaction, target);
    if (there) return there.kind === 'redirect' && there.id !== replaced ? 'chain' : null;
    return matchPattern(others, target) ? 'chain' : null;
  }

  /** Call after all reads of the transaction. @returns what writes */
  async function writer(transaction: Transaction) {
    const before = decodePatterns((await transaction.get(patternsOf(db))).data());
    let patterns = before;
    return {
      put(redirect: Redirect): void {
        const { path, isPattern } = addressIn(redirect.from);
        const { id, from, to, status } = redirect;
        const createdAt = new Date(redirect.createdAt);
        if (isPattern) {
          const pattern: RedirectPattern = {
            kind: 'redirect',
            ...{ id, from, to, status, createdAt },
            prefix: comparedPrefix(path),
          };
          patterns = [...patterns.filter((one) => one.id !== id), pattern];
        } else {
          transaction.set(addressOf(db, path), {
            path: indexed(comparedPath(path)),
            kind: 'redirect',
            ...{ id, from, to, status, createdAt },
            ...targetOf(to),
            schemaVersion: 1,
          });
        }
      },
      drop({ id, from }: Redirect): void {
        if (addressIn(from).isPattern) patterns = patterns.filter((one) => one.id !== id);
        else transaction.delete(db.collection('addresses').doc(id));
      },
      end(): void {
        if (patterns === before) return;
        const written = patterns.map(({ kind: _kind, ...fields }) => fields);
        transaction.set(patternsOf(db), { patterns: written, schemaVersion: 1 });
      },
    };
  }

  return {
    async list(q, page) {
      const begin = q && comparedPrefix(q.startsWith('/') ? q : `/${q}`);
      const query = begin ? single.where('path', '>=', begin).where('path', '<', `${begin}\uf8ff`) : single;
      return readIndexed({ query, order: BY_PATH, page, decode });
    },

    patterns: async () => (await readPatterns(db)).map(toRedirect),

    count: () => countOf(single),

    create: (input, { actorId, at }) =>
      runTransaction(db, async (transaction): Promise<RedirectChange> => {
        const id = idOf(input.from);
        const same = await stored(transaction, id);
        if (same && same.to === input.to && same.status === input.status) return { kind: 'done', redirect: same };
        if (same) return { kind: 'taken' };
        const refused = await refusal(transaction, input, null);
        if (refused) return { kind: refused };
        const redirect: Redirect = { id, ...input, createdAt: at.toISOString() };
        const writes = await writer(transaction);
        writes.put(redirect);
        writes.end();
        const entry = { actorId, action: 'redirect.create', target: `addresses/${id}`, name: input.from } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { to: input.to, status: input.status } }, at);
        return { kind: 'done', redirect };
      }),

    change: (oldId, patch, { actorId, at }) =>
      runTransaction(db, async (transaction): Promise<RedirectChange> => {
        const before = await stored(transaction, oldId);
        if (!before) return { kind: 'not-found' };
        const { from, to, status } = { ...before, ...patch };
        const after: Redirect = { id: idOf(from), from, to, status, createdAt: before.createdAt };
        const isSame = before.from === from && before.to === to && before.status === status;
        if (isSame) return { kind: 'done', redirect: before };
        const refused = await refusal(transaction, after, oldId);
        if (refused) return { kind: refused };
        const writes = await writer(transaction);
        if (after.id !== oldId) writes.drop(before);
        writes.put(after);
        writes.end();
        const fields = (one: Redirect) => ({ from: one.from, to: one.to, status: one.status });
        const entry = { actorId, action: 'redirect.change', target: `addresses/${after.id}`, name: from } as const;
        appendAudit(db, transaction, { ...entry, before: fields(before), after: fields(after) }, at);
        return { kind: 'done', redirect: after };
      }),

    remove: (id, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const before = await stored(transaction, id);
        if (!before) return null;
        const writes = await writer(transaction);
        writes.drop(before);
        writes.end();
        const entry = { actorId, action: 'redirect.delete', target: `addresses/${id}`, name: before.from } as const;
        appendAudit(db, transaction, { ...entry, before: { to: before.to, status: before.status }, after: null }, at);
        return before.from;
      }),
  };
}

/** Of an address that the contract has checked. */
function addressIn(from: string) {
  const address = redirectedAddress(from);
  if (!address) throw new Error('not an address to be redirected');
  return address;
}

/** The id of a redirect: that of its path, or of the beginning with its `*`. */
export function idOf(from: string): string {
  const { path, isPattern } = addressIn(from);
  return addressId(isPattern ? `${path}*` : path);
}

/** The path of a target on this site as it is compared, with an old query; null for targets elsewhere. */
function pathIn(to: string): string | null {
  if (!to.startsWith('/')) return null;
  const old = redirectedAddress(to.split('#')[0] ?? '');
  if (old?.path.startsWith('/?')) return old.path;
  const path = decodedPath(to.split(/[?#]/)[0] ?? '');
  return path === null ? null : comparedPath(path);
}

/** By what other redirects find the target. */
function targetOf(to: string) {
  const path = pathIn(to);
  return { toId: path === null ? null : addressId(path), toPath: path === null ? null : indexed(path) };
}

/** As much of a path as an index takes: 1,500 bytes. Documents are found by its hash. */
const indexed = (path: string): string => [...path].slice(0, 350).join('');

function decode(snapshot: DocumentSnapshot): Redirect | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    id: snapshot.id,
    from: String(data.from),
    to: String(data.to),
    status: data.status === 302 ? 302 : 301,
    createdAt: (data.createdAt instanceof Timestamp ? data.createdAt.toDate() : new Date(0)).toISOString(),
  };
}

const toRedirect = ({ id, from, to, status, createdAt }: RedirectPattern): Redirect => ({
  ...{ id, from, to, status },
  createdAt: createdAt.toISOString(),
});
