import type {
  ClosedSitting,
  DiscardedDraft,
  DiscardedDraftCard,
  DiscardInput,
  Draft,
  DraftCard,
  DraftInput,
  DraftPatch,
} from '@inkwell/shared/drafts';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type StoredDraft, toDiscarded, toDiscardedCard, toDraft, toDraftCard } from './drafts.converter.ts';
import type { DraftOutcome, DraftRepository } from './drafts.repository.ts';

type Actor = NonNullable<Viewer>;

/** Drafts of the caller; those of other people are `not-found`. A caller who may no longer write can still read and delete their own. */
export interface DraftService {
  /** Without their texts, changed last first. */
  list(actor: Actor): Promise<DraftCard[]>;
  /** @throws AppError `not-found` */
  byKey(actor: Actor, key: string): Promise<Draft>;
  /**
   * Keeps a draft as a whole. A repeat changes nothing more.
   * @throws AppError `forbidden`; `conflict` with the stored draft as its body; `gone` with a `ClosedSitting`; `not-found` if a version is
   * named and no draft is stored
   */
  put(actor: Actor, key: string, input: DraftInput): Promise<DraftCard>;
  /** Changes a stored draft. @throws AppError as `put`, and `bad-request` for a range that is not within the text */
  patch(actor: Actor, key: string, patch: DraftPatch): Promise<DraftCard>;
  /** @throws AppError `not-found`; `conflict` with the stored draft if it has another version */
  remove(actor: Actor, key: string, version: number | undefined): Promise<void>;
  /** Without their texts, discarded last first. */
  discarded(actor: Actor): Promise<DiscardedDraftCard[]>;
  /** @throws AppError `not-found` */
  discardedById(actor: Actor, id: string): Promise<DiscardedDraft>;
  /** A repeat changes nothing more. @throws AppError `forbidden` for a caller who may not write and has no such draft */
  discard(actor: Actor, id: string, input: DiscardInput): Promise<DiscardedDraftCard>;
  /** @throws AppError `not-found` */
  removeDiscarded(actor: Actor, id: string): Promise<void>;
}

export function createDraftService({ drafts, clock }: { drafts: DraftRepository; clock: Clock }): DraftService {
  function settle(outcome: DraftOutcome): StoredDraft {
    if (outcome.kind === 'not-found') throw new AppError('not-found');
    if (outcome.kind === 'conflict') throw new AppError('conflict', undefined, { body: toDraft(outcome.draft) });
    if (outcome.kind === 'gone') {
      const { sitting, postId, at } = outcome.closed;
      const body: ClosedSitting = { sitting, postId, closedAt: at.toISOString() };
      throw new AppError('gone', undefined, { body });
    }
    return outcome.draft;
  }

  return {
    list: async (actor) => (await drafts.list(actor.id)).map(toDraftCard),

    async byKey(actor, key) {
      const draft = await drafts.find(actor.id, key);
      if (!draft) throw new AppError('not-found');
      return toDraft(draft);
    },

    async put(actor, key, { version, sitting, ...fields }) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const change = { ...fields, version, sitting, isPatch: false };
      return toDraftCard(settle(await drafts.put(actor.id, key, change, clock.now())));
    },

    async patch(actor, key, { version, sitting, ...fields }) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const change = { ...fields, version, sitting, isPatch: true };
      return toDraftCard(settle(await drafts.put(actor.id, key, change, clock.now())));
    },

    async remove(actor, key, version) {
      settle(await drafts.remove(actor.id, key, { version, at: clock.now() }));
    },

    discarded: async (actor) => (await drafts.listDiscarded(actor.id)).map(toDiscardedCard),

    async discardedById(actor, id) {
      const discarded = await drafts.findDiscarded(actor.id, id);
      if (!discarded) throw new AppError('not-found');
      return toDiscarded(discarded);
    },

    async discard(actor, id, input) {
      const isStored = async () =>
        input.reason === 'discarded' &&
        ((await drafts.find(actor.id, input.draftKey)) ?? (await drafts.findDiscarded(actor.id, id))) !== null;
      if (!canManagePosts(actor) && !(await isStored())) throw new AppError('forbidden');
      return toDiscardedCard(await drafts.discard(actor.id, id, input, clock.now()));
    },

    async removeDiscarded(actor, id) {
      if (!(await drafts.removeDiscarded(actor.id, id, clock.now()))) throw new AppError('not-found');
    },
  };
}
