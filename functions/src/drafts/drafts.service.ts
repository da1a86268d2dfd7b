import { DRAFT_TEXTS, type Draft, type DraftCard, type DraftInput, type DraftPatch } from '@inkwell/shared/drafts';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type StoredDraft, toDraft, toDraftCard } from './drafts.converter.ts';
import type { DraftOutcome, DraftRepository } from './drafts.repository.ts';

type Actor = NonNullable<Viewer>;

/** Drafts of the caller: those of others do not exist here. Whoever may no longer write can still read and delete their own. */
export interface DraftService {
  /** Without their texts, changed last first. */
  list(actor: Actor): Promise<DraftCard[]>;
  /** @throws AppError `not-found` */
  byKey(actor: Actor, key: string): Promise<Draft>;
  /**
   * Keeps a draft as a whole. A repeat changes nothing more.
   * @throws AppError `forbidden`; `conflict` with the stored draft as its body; `not-found` where a version is named and none is stored
   * any more; `bad-request` for more drafts than can be kept
   */
  put(actor: Actor, key: string, input: DraftInput): Promise<DraftCard>;
  /** Changes a stored draft. @throws AppError as `put`, and `bad-request` for a range that is not within the text */
  patch(actor: Actor, key: string, patch: DraftPatch): Promise<DraftCard>;
  /** @throws AppError `not-found`; `conflict` with the stored draft when that is not the given version */
  remove(actor: Actor, key: string, version: number | undefined): Promise<void>;
}

export function createDraftService({ drafts, clock }: { drafts: DraftRepository; clock: Clock }): DraftService {
  function settle(outcome: DraftOutcome): StoredDraft {
    if (outcome.kind === 'not-found') throw new AppError('not-found');
    if (outcome.kind === 'too-many') throw new AppError('bad-request', DRAFT_TEXTS.tooMany);
    if (outcome.kind === 'conflict') throw new AppError('conflict', undefined, { body: toDraft(outcome.draft) });
    return outcome.draft;
  }

  return {
    list: async (actor) => (await drafts.list(actor.id)).map(toDraftCard),

    async byKey(actor, key) {
      const draft = await drafts.find(actor.id, key);
      if (!draft) throw new AppError('not-found');
      return toDraft(draft);
    },

    async put(actor, key, { version, ...fields }) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      return toDraftCard(settle(await drafts.put(actor.id, key, fields, { version, at: clock.now() })));
    },

    async patch(actor, key, patch) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      return toDraftCard(settle(await drafts.patch(actor.id, key, patch, clock.now())));
    },

    async remove(actor, key, version) {
      settle(await drafts.remove(actor.id, key, { version, at: clock.now() }));
    },
  };
}
