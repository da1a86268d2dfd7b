import type { Editing } from '@inkwell/shared/editing';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import type { EditingRepository } from './editing.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly editing: EditingRepository;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
  readonly clock: Clock;
}

export interface EditingService {
  /** Takes or renews the caller's lease of a minute. @throws AppError `forbidden`; `not-found` */
  begin(actor: Actor, postId: string): Promise<Editing>;
  /** Ends the lease. Safe to repeat, also for a deleted post. @throws AppError `forbidden` */
  end(actor: Actor, postId: string): Promise<void>;
}

export function createEditingService({ editing, posts, authors, clock }: Dependencies): EditingService {
  return {
    async begin(actor, postId) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const isThere = async () => (await posts.findCard(postId)) !== null;
      const leases = await editing.begin(postId, actor.id, { at: clock.now(), isThere });
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

    async end(actor, postId) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      await editing.end(postId, actor.id, clock.now());
    },
  };
}
