import { type DiscardedDraftCard, draftApi } from '@inkwell/shared/drafts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { lockedIds } from '../../../lib/autosave/lock.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { Unable } from '../../../lib/failure.ts';
import { writingPaths } from '../../../lib/writing-paths.ts';
import { type EditedKind, kindOfId, storedId } from '../edited-kind.ts';
import { broughtHere, discardRecord, takeBack, takeBackFromServer, tellDiscards } from '../session/discards.ts';
import { type DiscardReason, type DraftRecord, postDraftKind, postIdOf } from '../session/post-draft.ts';
import { findServerDraft, readServerOffers } from '../session/server-drafts.ts';
import { isDiscardedHere, isOlder, type ServerOffer } from '../session/state.ts';

/** A draft in the list of all drafts, from the browser or the server. */
export interface ListedDraft {
  /** The id with which the editor opens it. A record and a server draft may have the same one. */
  readonly id: string;
  readonly rowKey: string;
  readonly kind: EditedKind;
  readonly postId: string | null;
  readonly title: string;
  /** Null if it must be loaded from the server. */
  readonly text: string | null;
  readonly preview: string;
  readonly atMs: number;
  /** The end of a sentence: `in this browser`. */
  readonly where: string;
  readonly isHere: boolean;
  /** Only for discarded drafts. */
  readonly reason: DiscardReason | null;
  readonly isOpenElsewhere: boolean;
  readonly readText: () => Promise<string>;
  /** Discards an open draft, here and on the server. */
  readonly discard?: () => Promise<void>;
  /** Turns a discarded draft into an open one again. */
  readonly takeBack?: () => Promise<void>;
}

/** The address that continues an open draft, in the editor of posts or pages. */
export function draftPath({
  id,
  kind,
  postId,
  isHere,
}: Pick<ListedDraft, 'id' | 'kind' | 'postId' | 'isHere'>): string {
  const from = isHere ? 'browser' : 'server';
  return kind === 'post'
    ? writingPaths.openDraft(id, postId, from)
    : writingPaths.openPageDraft(id, postId && storedId(postId), from);
}

function ofBrowser(record: DraftRecord, isOnServer: boolean, isOpenElsewhere: boolean): ListedDraft {
  const { id, fields, savedAtMs, state } = record;
  const { title, content } = fields.form;
  return {
    id,
    rowKey: id,
    kind: kindOfId(record.place),
    postId: postIdOf(record),
    title,
    text: content,
    preview: '',
    atMs: savedAtMs,
    isHere: true,
    where: isOnServer ? 'in this browser and on the server' : 'in this browser',
    reason: state === 'discarded' ? (fields.reason ?? 'discarded') : null,
    isOpenElsewhere,
    readText: async () => content,
    async discard() {
      if ((await lockedIds()).has(id)) throw new Unable('It is open in another tab.');
      // Another tab may have changed it since it was listed.
      await discardRecord((await autosaveStore.find(postDraftKind, id)) ?? record);
    },
    takeBack: () => takeBack(record),
  };
}

function ofServer(card: ServerOffer, ownerId: string): ListedDraft {
  const { key, title, preview, updatedAt, device, baseUpdatedAt } = card;
  // Only drafts of new posts have no base.
  const postId = baseUpdatedAt === null ? null : key;
  return {
    id: key,
    kind: kindOfId(key),
    rowKey: `server ${key}`,
    postId,
    title: title ?? '',
    text: null,
    preview,
    isHere: false,
    reason: null,
    atMs: Date.parse(updatedAt),
    where: `on ${device ?? 'another device'}`,
    isOpenElsewhere: false,
    readText: async () => (await findServerDraft(key))?.content ?? '',
    async discard() {
      const found = await findServerDraft(key);
      if (found) await discardRecord(await broughtHere(found, { ownerId, postId, base: null }));
    },
  };
}

function ofDiscarded(card: DiscardedDraftCard, ownerId: string): ListedDraft {
  const { id, title, preview, discardedAt, draftKey, postId, reason } = card;
  return {
    id,
    kind: kindOfId(draftKey),
    rowKey: `discarded ${id}`,
    postId,
    title: title ?? '',
    text: null,
    preview,
    isHere: false,
    reason,
    atMs: Date.parse(discardedAt),
    where: 'on the server',
    isOpenElsewhere: false,
    readText: async () => (await call(draftApi.discardedById, { params: { id } })).content ?? '',
    takeBack: () => takeBackFromServer(card, ownerId),
  };
}

interface OnServer {
  readonly offers: readonly ServerOffer[];
  readonly discarded?: readonly DiscardedDraftCard[];
}

interface Here {
  readonly records: readonly DraftRecord[];
  readonly openIds: ReadonlySet<string>;
}

/** Rows for this browser's records and for drafts that only the server has, newest first. */
export function listDrafts(
  { records, openIds }: Here,
  { offers, discarded = [] }: OnServer,
  ownerId: string,
): ListedDraft[] {
  const open = records.filter(({ state }) => state === 'open');
  const offerOf = (record: DraftRecord) => offers.find((offer) => isOlder(offer, record));
  const shown = new Set(open.map(offerOf));
  const here = records.map((record) =>
    ofBrowser(record, open.includes(record) && offerOf(record) !== undefined, openIds.has(record.id)),
  );
  const there = offers.filter((offer) => !shown.has(offer) && !isDiscardedHere(offer, records));
  const gone = discarded.filter(({ id }) => !records.some((record) => record.id === id));
  return [
    ...here,
    ...there.map((offer) => ofServer(offer, ownerId)),
    ...gone.map((card) => ofDiscarded(card, ownerId)),
  ].sort((a, b) => b.atMs - a.atMs);
}

/** Whoever reads `signal` agrees to be cancelled when nobody shows the result. */
const queryOf = <T>(userId: string, part: string, queryFn: (context: { signal: AbortSignal }) => Promise<T>) =>
  queryOptions({ queryKey: ['drafts', userId, part], queryFn, staleTime: 0 });

const recordsHere = async (userId: string) => (await autosaveStore.list(postDraftKind, userId)).records;

export const draftQueries = {
  all: ['drafts'] as const,
  /** The drafts in this browser. */
  here: (userId: string) =>
    queryOf(userId, 'browser', async (): Promise<Here> => {
      const [records, openIds] = await Promise.all([recordsHere(userId), lockedIds()]);
      return { records, openIds };
    }),
  /** The open drafts on the server, after this browser's discards were sent. */
  onServer: (userId: string) =>
    queryOf(userId, 'server', async ({ signal }) => {
      await tellDiscards(userId);
      return readServerOffers(undefined, await recordsHere(userId), { signal });
    }),
  /** The discarded drafts on the server, and the ones that this browser discarded. */
  discarded: (userId: string) =>
    queryOf(userId, 'discarded', async ({ signal }) => {
      await tellDiscards(userId);
      return call(draftApi.discarded, {}, { signal });
    }),
};

const NOTHING_HERE = { records: [], openIds: new Set<string>() };

/**
 * All drafts of a person: from this browser at once, from the server when it answers.
 * @param options.discarded whether to request discarded drafts too, each of which costs the server a read
 */
export function useAllDrafts(userId: string, { discarded: isWithDiscarded }: { readonly discarded: boolean }) {
  const client = useQueryClient();
  const here = useQuery(draftQueries.here(userId));
  const there = useQuery(draftQueries.onServer(userId));
  const discarded = useQuery({ ...draftQueries.discarded(userId), enabled: isWithDiscarded });
  const onServer = { offers: there.data ?? [], discarded: discarded.data ?? [] };
  return {
    drafts: listDrafts(here.data ?? NOTHING_HERE, onServer, userId),
    error: there.error ?? discarded.error,
    isLoading: here.isPending || there.isPending || discarded.isLoading,
    /** Call this after a change, and for a retry. */
    refresh: () => client.invalidateQueries({ queryKey: draftQueries.all }),
  };
}
