import { AppError } from '@inkwell/shared/errors';
import type { MailStanding, Suppression, SuppressionInput } from '@inkwell/shared/mail';
import { type Actor, isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPageBy } from '../common/paging.ts';
import type { MailQueue } from './mail-queue.repository.ts';
import { toSuppression } from './suppressions.converter.ts';
import type { SuppressionRepository } from './suppressions.repository.ts';
import type { Transport } from './transport.ts';

/** The state of email delivery, and the suppressed addresses. All methods @throws AppError `forbidden` unless an admin asks. */
export interface SuppressionService {
  standing(viewer: Viewer): Promise<MailStanding>;
  /** Newest first; with `email`, at most the record of that address. */
  list(viewer: Viewer, page: PageRequest, email?: string): Promise<Page<Suppression>>;
  /** Safe to repeat. */
  suppress(actor: Actor, input: SuppressionInput): Promise<Suppression>;
  /** Safe to repeat. @throws AppError `not-found` */
  free(actor: Actor, id: string, remark: string): Promise<Suppression>;
}

export function createSuppressionService({
  suppressions,
  queue,
  transport,
  clock,
}: {
  suppressions: SuppressionRepository;
  queue: Pick<MailQueue, 'standing'>;
  transport: Pick<Transport, 'isOn'>;
  clock: Clock;
}): SuppressionService {
  const admit = (viewer: Viewer): void => {
    if (!isAdmin(viewer)) throw new AppError('forbidden');
  };

  return {
    async standing(viewer) {
      admit(viewer);
      const { waiting, oldest, givenUp } = await queue.standing();
      return {
        isOn: transport.isOn,
        waiting,
        oldest: oldest && { ...oldest, since: oldest.since.toISOString() },
        givenUp,
      };
    },

    async list(viewer, page, email) {
      admit(viewer);
      if (email !== undefined) {
        const known = await suppressions.find(email);
        return { items: known ? [toSuppression(known)] : [], total: known ? 1 : 0, next: null };
      }
      const { items, total } = await suppressions.list(page);
      return toPageBy(items.map(toSuppression), total, page, ({ suppressedAt }) => suppressedAt);
    },

    async suppress(actor, { email, remark }) {
      admit(actor);
      return toSuppression(await suppressions.suppress(email, { actorId: actor.id, remark, at: clock.now() }));
    },

    async free(actor, id, remark) {
      admit(actor);
      const freed = await suppressions.free(id, { actorId: actor.id, remark, at: clock.now() });
      if (freed === null) throw new AppError('not-found');
      return toSuppression(freed);
    },
  };
}
