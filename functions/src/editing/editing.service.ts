import type { Editing } from '@inkwell/shared/editing';
import { AppError } from '@inkwell/shared/errors';
import type { Actor } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import type { EditingRepository } from './editing.repository.ts';

interface Dependencies {
  readonly editing: EditingRepository;
  /** Who may edit the subject of the leases. */
  readonly canEdit: (actor: Actor) => boolean;
  /** Whether the post or page exists outside the trash. @throws AppError if this person may not edit it */
  readonly isThere: (id: string, actor: Actor) => Promise<boolean>;
  readonly authors: AuthorCache;
  readonly clock: Clock;
}

/** Leases of posts, or of pages of the site. */
export interface EditingService {
  /** Takes or renews the caller's lease of a minute. @throws AppError `forbidden`; `not-found` */
  begin(actor: Actor, id: string): Promise<Editing>;
  /** Ends the lease. Safe to repeat, also for deleted posts and pages. @throws AppError `forbidden` */
  end(actor: Actor, id: string): Promise<void>;
}

export function createEditingService({ editing, canEdit, isThere, authors, clock }: Dependencies): EditingService {
  return {
    async begin(actor, id) {
      if (!canEdit(actor)) throw new AppError('forbidden');
      const leases = await editing.begin(id, actor.id, { at: clock.now(), isThere: () => isThere(id, actor) });
      const own = leases?.find(({ userId }) => userId === actor.id);
      if (!leases || !own) throw new AppError('not-found');
      const others = leases.filter((lease) => lease !== own);
      const names = await authors.getAll(others.map(({ userId }) => userId));
      return {
        others: others.map(({ userId, since }) => ({
          editor: toAuthor(userId, names.get(userId), actor),
          since: since.toISOString(),
        })),
        until: own.until.toISOString(),
      };
    },

    async end(actor, id) {
      if (!canEdit(actor)) throw new AppError('forbidden');
      await editing.end(id, actor.id, clock.now());
    },
  };
}
