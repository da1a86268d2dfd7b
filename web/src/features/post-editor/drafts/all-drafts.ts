import { type DiscardedDraftCard, draftApi } from '@inkwell/shared/drafts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { lockedIds } from '../../../lib/autosave/lock.ts';
import { autosaveStore } from '../../../lib/autosave/store.ts';
import { Unable } from '../../../lib/failure.ts';
import { broughtHere, discardRecord, takeBack, takeBackFromServer, tellDiscards } from '../session/discards.ts';
import { type DiscardReason, type DraftRecord, postDraftKind, postIdOf } from '../session/post-draft.ts';
import { findServerDraft, readServerOffers } from '../session/server-drafts.ts';
import { isDiscardedHere, isOlder, type ServerOffer } from '../session/state.ts';

/** A draft as the page of all drafts shows it, wherever it is kept. */
export interface ListedDraft {
  /** The name by which the editor opens it; a record and a draft of the server may share it. */
  readonly id: string;
  readonly rowKey: string;
  readonly postId: string | null;
  readonly title: string;
  /** Null where it has to be read from the server. */
  readonly text: string | null;
  readonly preview: string;
  readonly atMs: number;
  /** As a sentence ends: `in this browser`. */
  readonly where: string;
  readonly isHere: boolean;
  /** Of a discarded one. */
  readonly reason: DiscardReason | null;
  readonly isOpenElsewhere: boolean;
  readonly readText: () => Promise<string>;
  /** Discards it, here and on the server. */
  readonly discard: () => Promise<void>;
  readonly takeBack: () => Promise<void>;
}

const NOT_SO = async () => undefined;

function ofBrowser(record: DraftRecord, isOnServer: boolean, isOpenElsewhere: boolean): ListedDraft {
  const { id, fields, savedAtMs, state } = record;
  const { title, content } = fields.form;
  return {
    ...{ id, rowKey: id, postId: postIdOf(record), title, text: content, preview: '', atMs: savedAtMs, isHere: true },
    where: isOnServer ? 'in this browser and on the server' : 'in this browser',
    reason: state === 'discarded' ? (fields.reason ?? 'discarded') : null,
    isOpenElsewhere,
    readText: async () => content,
    async discard() {
      if ((await lockedIds()).has(id)) throw new Unable('It is open in another tab.');
      // Another tab may have written on it since it was listed.
      await discardRecord((await autosaveStore.find(postDraftKind, id)) ?? record);
    },
    takeBack: () => takeBack(record),
  };
}

function ofServer(card: ServerOffer, ownerId: string): ListedDraft {
  const { key, title, preview, updatedAt, device, baseUpdatedAt } = card;
  // Only the draft of a new post has no base.
  const postId = baseUpdatedAt === null ? null : key;
  return {
    ...{
      id: key,
      rowKey: `server ${key}`,
      postId,
      title: title ?? '',
      text: null,
      preview,
      isHere: false,
      reason: null,
    },
    ...{ atMs: Date.parse(updatedAt), where: `on ${device ?? 'another device'}`, isOpenElsewhere: false },
    readText: async () => (await findServerDraft(key))?.content ?? '',
    async discard() {
      const found = await findServerDraft(key);
      if (found) await discardRecord(await broughtHere(found, { ownerId, postId, base: null }));
    },
    takeBack: NOT_SO,
  };
}

function ofDiscarded(card: DiscardedDraftCard, ownerId: string): ListedDraft {
  const { id, title, preview, discardedAt, postId, reason } = card;
  return {
    ...{ id, rowKey: `discarded ${id}`, postId, title: title ?? '', text: null, preview, isHere: false, reason },
    ...{ atMs: Date.parse(discardedAt), where: 'on the server', isOpenElsewhere: false },
    readText: async () => (await call(draftApi.discardedById, { params: { id } })).content ?? '',
    discard: NOT_SO,
    takeBack: () => takeBackFromServer(card, ownerId),
  };
}

interface OnServer {
  readonly offers: readonly ServerOffer[];
  readonly discarded: readonly DiscardedDraftCard[];
}

interface Here {
  readonly records: readonly DraftRecord[];
  readonly openIds: ReadonlySet<string>;
}

/** Rows for the records of this browser and for what only the server has, newest first. */
export function listDrafts(
  { records, openIds }: Here,
  { offers, discarded }: OnServer,
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

export const draftQueries = {
  all: ['drafts'] as const,
  /** The drafts of somebody in this browser. */
  here: (userId: string) =>
    queryOptions({
      queryKey: ['drafts', userId, 'browser'],
      queryFn: async (): Promise<Here> => {
        const [{ records }, openIds] = await Promise.all([autosaveStore.list(postDraftKind, userId), lockedIds()]);
        return { records, openIds };
      },
      staleTime: 0,
    }),
  /** Those of the server, after it was sent what was discarded here. */
  onServer: (userId: string) =>
    queryOptions({
      queryKey: ['drafts', userId, 'server'],
      queryFn: async ({ signal }): Promise<OnServer> => {
        await tellDiscards(userId);
        const { records } = await autosaveStore.list(postDraftKind, userId);
        const [offers, discarded] = await Promise.all([
          readServerOffers(undefined, records, signal),
          call(draftApi.discarded, {}, { signal }),
        ]);
        return { offers, discarded };
      },
      staleTime: 0,
    }),
};

const NOTHING_HERE = { records: [], openIds: new Set<string>() };
const NOTHING_THERE = { offers: [], discarded: [] };

/** Every draft of somebody: those of this browser at once, those of the server as soon as it answers. */
export function useAllDrafts(userId: string) {
  const client = useQueryClient();
  const here = useQuery(draftQueries.here(userId));
  const there = useQuery(draftQueries.onServer(userId));
  return {
    drafts: listDrafts(here.data ?? NOTHING_HERE, there.data ?? NOTHING_THERE, userId),
    error: there.error,
    isLoading: here.isPending || there.isPending,
    /** To be called after a change, and to try again. */
    refresh: () => client.invalidateQueries({ queryKey: draftQueries.all }),
  };
}
