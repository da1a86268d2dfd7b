import { CommentsOfDeleted } from '@inkwell/shared/personal-data';
import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { StoredJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import type { UserRepository } from '../users/users.repository.ts';
import { ERASURE_KIND, erasureJob, leavingKey, successorIn, successorsOf } from './erasure.job.ts';
import type { ErasureRepository } from './erasure.repository.ts';

/** A deleted or leaving account, by its salted id. */
export const Deletion = z.object({ id: z.string(), comments: CommentsOfDeleted });
export type Deletion = z.infer<typeof Deletion>;

/** Makes a restored backup delete the accounts that the site has deleted since. */
export interface RepeatedDeletions {
  /** The deletions of the last 30 days, whose jobs are still stored. Reads each of their jobs, and the accounts that are still leaving. */
  list(): Promise<Deletion[]>;
  /** Starts the deletion of the accounts in the list. Safe to repeat. Reads each account. @returns the number started */
  repeat(deletions: readonly Deletion[]): Promise<number>;
}

const PAGE = 300;

const Params = z.object({ key: z.string(), comments: z._default(CommentsOfDeleted, 'keep') });

export function createRepeatedDeletions({
  jobs,
  users,
  erasure,
  secret,
  clock,
}: {
  readonly jobs: Pick<JobTable, 'ofKind'>;
  readonly users: Pick<UserRepository, 'ids' | 'leave'>;
  readonly erasure: Pick<ErasureRepository, 'findLeaving'>;
  readonly secret: string;
  readonly clock: Clock;
}): RepeatedDeletions {
  /** Whether the account is deleted or will be. The job of an account that was kept does nothing. */
  const isDeletion = async ({ done }: StoredJob, key: string) => done > 0 || (await erasure.findLeaving(key)) !== null;

  return {
    async list() {
      const found = new Map<string, Deletion>();
      for (const job of await jobs.ofKind(ERASURE_KIND)) {
        const { key, comments } = z.parse(Params, job.params);
        const id = successorIn(key);
        if (id !== null && (await isDeletion(job, key))) found.set(id, { id, comments });
      }
      return [...found.values()];
    },

    async repeat(deletions) {
      const pending = new Map(deletions.map((deletion) => [deletion.id, deletion]));
      let count = 0;
      for (let after: string | null = null; pending.size > 0; ) {
        const ids: string[] = await users.ids(after, PAGE);
        for (const id of ids) {
          const deletion = successorsOf(secret, id)
            .map((successor) => pending.get(successor))
            .find((one) => one !== undefined);
          if (!deletion) continue;
          const { comments } = deletion;
          const at = clock.now();
          const key = leavingKey(secret, id);
          const job = erasureJob(key, at, comments);
          const change = await users.leave({ id, actorId: 'system', comments, at, leavesAt: at, key, job });
          if ('user' in change) count += 1;
        }
        after = ids.at(-1) ?? null;
        if (ids.length < PAGE) break;
      }
      return count;
    },
  };
}
