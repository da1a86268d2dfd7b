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
import { type Actor, canWrite } from '@inkwell/shared/permissions';
import { type CategoryCache, currentCategoryId } from '../categories/category-names.ts';
import type { Clock } from '../common/clock.ts';
import { type StoredDraft, toCard, toWhole } from './drafts.converter.ts';
import type { DraftOutcome, DraftRepository } from './drafts.repository.ts';

/** The caller's drafts; drafts of other people are `not-found`. Callers who may no longer write can still read and delete their own. */
export interface DraftService {
  /** Without their texts, most recently changed first. */
  list(actor: Actor): Promise<DraftCard[]>;
  /** @throws AppError `not-found`; `gone` with a `ClosedSitting` if `sitting` was closed */
  byKey(actor: Actor, key: string, sitting: string | undefined): Promise<Draft>;
  /**
   * Stores a whole draft. Safe to repeat.
   * @throws AppError `forbidden`; `conflict` with the stored draft; `gone` with a `ClosedSitting`; `not-found` if a version is given and no
   * draft is stored
   */
  put(actor: Actor, key: string, input: DraftInput): Promise<DraftCard>;
  /** Changes a stored draft. @throws AppError like `put`, and `bad-request` if the range is outside the text */
  patch(actor: Actor, key: string, patch: DraftPatch): Promise<DraftCard>;
  /** @throws AppError `not-found`; `conflict` with the stored draft if it has another version */
  remove(actor: Actor, key: string, version: number | undefined): Promise<void>;
  /** Without their texts, most recently discarded first. */
  discarded(actor: Actor): Promise<DiscardedDraftCard[]>;
  /** @throws AppError `not-found` */
  discardedById(actor: Actor, id: string): Promise<DiscardedDraft>;
  /** Safe to repeat. @throws AppError `forbidden` unless the caller may write or has such a draft */
  discard(actor: Actor, id: string, input: DiscardInput): Promise<DiscardedDraftCard>;
  /** @throws AppError `not-found` */
  removeDiscarded(actor: Actor, id: string): Promise<void>;
}

interface Dependencies {
  readonly drafts: DraftRepository;
  readonly categories: CategoryCache;
  readonly clock: Clock;
}

export function createDraftService({ drafts, categories, clock }: Dependencies): DraftService {
  /** Replaces the category of a draft with the one into which it was merged. */
  async function ofNow<D extends { readonly categoryId?: number | null | undefined }>(draft: D): Promise<D> {
    const { categoryId } = draft;
    if (typeof categoryId !== 'number') return draft;
    const current = await currentCategoryId(categories, categoryId);
    return current === null || current === categoryId ? draft : { ...draft, categoryId: current };
  }

  function settle(outcome: DraftOutcome): StoredDraft {
    if (outcome.kind === 'not-found') throw new AppError('not-found');
    if (outcome.kind === 'conflict') throw new AppError('conflict', undefined, { body: toWhole(outcome.draft) });
    if (outcome.kind === 'gone') {
      const { sitting, postId, at } = outcome.closed;
      const body: ClosedSitting = { sitting, postId, closedAt: at.toISOString() };
      throw new AppError('gone', undefined, { body });
    }
    return outcome.draft;
  }

  async function write(actor: Actor, key: string, input: DraftInput | DraftPatch, isPatch: boolean) {
    if (!canWrite(actor)) throw new AppError('forbidden');
    const { version, sitting, ...fields } = input;
    return toCard(settle(await drafts.put(actor.id, key, { ...fields, version, sitting, isPatch }, clock.now())));
  }

  return {
    list: async (actor) => Promise.all((await drafts.list(actor.id)).map(async (draft) => toCard(await ofNow(draft)))),

    byKey: async (actor, key, sitting) => toWhole(await ofNow(settle(await drafts.find(actor.id, key, sitting)))),

    put: (actor, key, input) => write(actor, key, input, false),

    patch: (actor, key, patch) => write(actor, key, patch, true),

    async remove(actor, key, version) {
      settle(await drafts.remove(actor.id, key, { version, at: clock.now() }));
    },

    discarded: async (actor) =>
      Promise.all((await drafts.listDiscarded(actor.id)).map(async (draft) => toCard(await ofNow(draft)))),

    async discardedById(actor, id) {
      const discarded = await drafts.findDiscarded(actor.id, id);
      if (!discarded) throw new AppError('not-found');
      return toWhole(await ofNow(discarded));
    },

    async discard(actor, id, input) {
      const isStored = async () =>
        input.reason === 'discarded' &&
        ((await drafts.find(actor.id, input.draftKey)).kind === 'stored' ||
          (await drafts.findDiscarded(actor.id, id)) !== null);
      if (!canWrite(actor) && !(await isStored())) throw new AppError('forbidden');
      return toCard(await drafts.discard(actor.id, id, input, clock.now()));
    },

    async removeDiscarded(actor, id) {
      if (!(await drafts.removeDiscarded(actor.id, id, clock.now()))) throw new AppError('not-found');
    },
  };
}
