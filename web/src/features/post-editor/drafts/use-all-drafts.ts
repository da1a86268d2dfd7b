import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Unable } from '../../../lib/failure.ts';
import { type Draft, type DraftStore, takenBack } from './draft.ts';
import { openElsewhere } from './draft-lock.ts';
import { finishRemovals, isRemoved, removeBeside, removeFromServer, standingOf } from './removals.ts';
import { baseOfDraft, draftQueries, findServerDraft } from './server-drafts.ts';
import { broughtHere, isBeside, isOlder, type ServerOffer, sentOf, serverKeyOf } from './server-offer.ts';

/** A draft as the page of all drafts shows it, wherever it is kept. */
export interface ListedDraft {
  /** What tells the rows of the page apart. */
  readonly rowKey: string;
  /** What the editor finds it by. */
  readonly id: string;
  readonly postId: string | null;
  readonly title: string;
  /** Null where it has to be read from the server. */
  readonly text: string | null;
  readonly preview: string;
  readonly atMs: number;
  /** As a sentence ends: `in this browser`. */
  readonly where: string;
  readonly isHere: boolean;
  readonly isDiscarded: boolean;
  readonly isOpenElsewhere: boolean;
  readonly local: Draft | null;
  readonly card: ServerOffer | null;
}

const ofBrowser = (local: Draft, card: ServerOffer | null, isOpenElsewhere: boolean): ListedDraft => ({
  rowKey: local.id,
  id: local.id,
  postId: local.postId,
  title: local.form.title,
  text: local.form.content,
  preview: '',
  atMs: local.savedAtMs,
  where: card ? 'in this browser and on the server' : 'in this browser',
  isHere: true,
  isDiscarded: local.discardedAtMs !== undefined,
  isOpenElsewhere,
  local,
  card,
});

const ofServer = (card: ServerOffer): ListedDraft => ({
  rowKey: `server ${card.key}`,
  id: card.key,
  // A new post is the only thing that a draft can begin with no version of.
  postId: card.baseUpdatedAt === null ? null : card.key,
  title: card.title ?? '',
  text: null,
  preview: card.preview,
  atMs: Date.parse(card.updatedAt),
  where: `on ${card.device ?? 'another device'}`,
  isHere: false,
  isDiscarded: false,
  isOpenElsewhere: false,
  local: null,
  card,
});

/** Rows for what is in this browser and for what the server has besides, newest first. */
export function listDrafts(
  locals: readonly Draft[],
  cards: readonly ServerOffer[],
  openIds: ReadonlySet<string> = new Set(),
): ListedDraft[] {
  const cardOf = (local: Draft) =>
    local.discardedAtMs === undefined
      ? (cards.find((card) => card.key === serverKeyOf(local) && isOlder(card, local)) ?? null)
      : null;
  const here = locals.map((local) => ofBrowser(local, cardOf(local), openIds.has(local.id)));
  const there = cards.filter((card) => !here.some((row) => row.card === card) && !isBeside(card, locals)).map(ofServer);
  return [...here, ...there].sort((a, b) => b.atMs - a.atMs);
}

/**
 * What the server has of somebody's drafts. Where a draft of this browser has the same name and another version, only the text can tell
 * whether it is the same: a killed tab does not hear the answer to what it sent last.
 */
export const serverOffersOf = (store: DraftStore, userId: string) =>
  queryOptions({
    queryKey: [...draftQueries.all, userId, 'server'],
    queryFn: async ({ signal }): Promise<ServerOffer[]> => {
      const noted = finishRemovals(userId);
      const [locals, listed] = await Promise.all([store.list(userId), draftQueries.fetchList(signal)]);
      const cards = await standingOf<ServerOffer>(noted, listed);
      return Promise.all(
        cards.map(async (card) => {
          const isUntold = locals.some((local) => serverKeyOf(local) === card.key && !isOlder(card, local));
          return (isUntold && (await findServerDraft(card.key, signal).catch(() => null))) || card;
        }),
      );
    },
    staleTime: 0,
  });

/** Every draft of somebody: those of this browser at once, those of the server as soon as it answers. */
export function useAllDrafts(store: DraftStore, userId: string) {
  const client = useQueryClient();
  const localKey = [...draftQueries.all, userId, 'browser'];
  const here = useQuery({
    queryKey: localKey,
    queryFn: async () => {
      const locals = await store.list(userId);
      return { locals, openIds: await openElsewhere(locals.map(({ id }) => id)) };
    },
    staleTime: 0,
  });
  const there = useQuery(serverOffersOf(store, userId));
  const cards = (there.data ?? []).filter(({ key, version }) => !isRemoved(userId, key, version));
  const again = () => client.invalidateQueries({ queryKey: draftQueries.all });

  return {
    drafts: listDrafts(here.data?.locals ?? [], cards, here.data?.openIds),
    error: there.error,
    isLoading: here.isPending || there.isPending,
    retry: () => void again(),
    readText: async ({ card, text }: ListedDraft) =>
      text ?? (card ? ((await findServerDraft(card.key))?.content ?? '') : ''),

    /** Throws a draft away, here and on the server; a copy stays among the discarded ones of this browser. */
    async discard({ local, card }: ListedDraft) {
      if (local) {
        if ((await openElsewhere([local.id])).has(local.id)) throw new Unable('It is open in another tab.');
        // Another tab may have written on it since it was listed.
        const now = (await store.list(userId)).find(({ id }) => id === local.id) ?? local;
        await keepDiscarded(now);
        await removeFromServer(userId, serverKeyOf(now), { synced: card ?? now.synced ?? null, sent: sentOf(now) });
        await removeBeside(now);
      } else if (card) {
        await keepOfServer(card);
        await removeFromServer(userId, card.key, { synced: card, sent: [] });
      }
      await again();
    },

    async takeBack({ local }: ListedDraft) {
      if (!local) return;
      await store.put(takenBack(local));
      await again();
    },
  };

  async function keepDiscarded(draft: Draft): Promise<void> {
    await store.put({ ...draft, discardedAtMs: Date.now() });
  }

  async function keepOfServer(card: ServerOffer): Promise<void> {
    const draft = await findServerDraft(card.key);
    if (!draft) return;
    const { key, baseUpdatedAt } = draft;
    const isNew = baseUpdatedAt === null;
    const base = isNew ? null : await baseOfDraft(key, baseUpdatedAt);
    await keepDiscarded({ ...broughtHere(draft), userId, postId: isNew ? null : key, base });
  }
}
