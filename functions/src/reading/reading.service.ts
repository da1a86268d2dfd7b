import type { Actor } from '@inkwell/shared/permissions';
import type { PostCard } from '@inkwell/shared/posts';
import type { ReadingPlace } from '@inkwell/shared/reading';
import type { Clock } from '../common/clock.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { ReadingRepository } from './reading.repository.ts';

/** The caller's reading positions, which nobody else sees. */
export interface ReadingService {
  /** Most recently read first. */
  places(actor: Actor): Promise<ReadingPlace[]>;
  /** Published posts that the caller has started but not finished. */
  posts(actor: Actor, limit: number): Promise<PostCard[]>;
  note(actor: Actor, places: readonly ReadingPlace[]): Promise<void>;
}

interface Dependencies {
  readonly reading: ReadingRepository;
  readonly posts: Pick<PostService, 'publishedAmong'>;
  readonly clock: Clock;
}

export function createReadingService({ reading, posts, clock }: Dependencies): ReadingService {
  return {
    async places(actor) {
      const stored = await reading.find(actor.id);
      return stored.map(({ id, at, ...place }) => ({ ...place, postId: id, at: at.toISOString() }));
    },

    async posts(actor, limit) {
      const begun = (await reading.find(actor.id)).filter(({ isDone, block }) => !isDone && block > 0);
      return posts.publishedAmong(
        actor,
        begun.slice(0, limit).map(({ id }) => id),
      );
    },

    note(actor, places) {
      // A clock that is ahead would always win.
      const latestMs = clock.now().getTime();
      return reading.note(
        actor.id,
        places.map(({ postId, at, ...place }) => ({
          ...place,
          id: postId,
          at: new Date(Math.min(Date.parse(at), latestMs)),
        })),
      );
    },
  };
}
