import { AppError } from '@inkwell/shared/errors';
import { type Actor, isAdmin } from '@inkwell/shared/permissions';
import {
  type CommentsOfDeleted,
  type DataCopy,
  type Leaving,
  leavingOf,
  PERSONAL_DATA_LIMITS,
  PRIVACY_SLUG,
} from '@inkwell/shared/personal-data';
import { SitePageInput, type StaffSitePage } from '@inkwell/shared/site-pages';
import type { User } from '@inkwell/shared/users';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import type { SitePageService } from '../site-pages/site-pages.service.ts';
import { type StoredUser, toUser } from '../users/users.converter.ts';
import type { UserRepository } from '../users/users.repository.ts';
import { REFUSED } from '../users/users.service.ts';
import type { CopyRepository, StoredCopy } from './copies.repository.ts';
import { copyJob } from './copy.job.ts';
import { erasureJob, leavingKey } from './erasure.job.ts';
import { privacyPage } from './privacy.ts';

const DAY_MS = 24 * 3_600_000;

interface Dependencies {
  readonly users: Pick<UserRepository, 'leave' | 'keep'>;
  readonly copies: CopyRepository;
  /** Runs a job for a few seconds; the function `work` continues it. */
  readonly beginJob: (id: string) => Promise<void>;
  readonly sitePages: Pick<SitePageService, 'create'>;
  /** The current name of the publication. */
  readonly siteName: () => Promise<string>;
  readonly secret: string;
  readonly clock: Clock;
}

/** Lets people copy and delete the data that is stored about them. */
export interface PersonalDataService {
  copy(actor: Actor): Promise<DataCopy>;
  /** Safe to repeat: while a copy is being made, no other starts. */
  makeCopy(actor: Actor): Promise<DataCopy>;
  /** Starts the deletion of the caller's account. Safe to repeat. @throws AppError `conflict` for the last admin */
  leave(actor: Actor, comments: CommentsOfDeleted): Promise<Leaving>;
  /** Cancels the deletion. Safe to repeat. @throws AppError `leaving` once the deletion is due */
  keep(actor: Actor): Promise<User>;
  /** Starts the deletion of another person's account. Safe to repeat. @throws AppError `forbidden`; `not-found`; `conflict` like `leave` */
  remove(actor: Actor, id: string, comments: CommentsOfDeleted): Promise<User>;
  /** Stores an unpublished page about privacy. @throws AppError `forbidden`; `conflict` if its address is taken */
  privacyPage(actor: Actor): Promise<StaffSitePage>;
  /** Immediately starts the deletion of an account that its sign-in provider no longer has. Safe to repeat. */
  removeGone(id: string): Promise<void>;
}

function toCopy(copy: StoredCopy | null, at: Date): DataCopy {
  if (!copy || copy.expireAt <= at) return { state: 'none', requestedAt: null, url: null, expiresAt: null };
  const isReady = copy.readyAt !== null;
  return {
    state: isReady ? 'ready' : 'making',
    requestedAt: copy.requestedAt.toISOString(),
    url: copy.url,
    expiresAt: isReady ? copy.expireAt.toISOString() : null,
  };
}

export function createPersonalDataService(dependencies: Dependencies): PersonalDataService {
  const { users, copies, beginJob, sitePages, siteName, secret, clock } = dependencies;
  const leave = async (id: string, actorId: string, comments: CommentsOfDeleted, days: number): Promise<StoredUser> => {
    const at = clock.now();
    const leavesAt = new Date(at.getTime() + days * DAY_MS);
    const key = leavingKey(secret, id);
    const job = erasureJob(key, leavesAt, comments);
    const change = await users.leave({ id, actorId, comments, at, leavesAt, key, job });
    if ('refused' in change) throw new AppError(...REFUSED[change.refused]);
    return change.user;
  };

  return {
    copy: async ({ id }) => toCopy(await copies.find(id), clock.now()),

    async makeCopy({ id }) {
      const work = { userId: id, copyId: newId('copy', id, null) };
      const begun = await copies.begin(id, work.copyId, copyJob(work), clock.now());
      if (begun.copyId === work.copyId) await beginJob(copyJob(work).id);
      return toCopy(await copies.find(id), clock.now());
    },

    async leave({ id }, comments) {
      const { leaving } = await leave(id, id, comments, PERSONAL_DATA_LIMITS.leavingDays);
      if (!leaving) throw new AppError('conflict');
      return leavingOf(leaving);
    },

    async keep({ id }) {
      const at = clock.now();
      const user = await users.keep(id, at);
      if (!user) throw new AppError('not-found');
      if (user.leaving) throw new AppError('leaving', undefined, { body: leavingOf(user.leaving) });
      return toUser(user, at);
    },

    async remove(actor, id, comments) {
      if (!isAdmin(actor)) throw new AppError('forbidden');
      if (actor.id === id) throw new AppError(...REFUSED['own-account']);
      return toUser(await leave(id, actor.id, comments, PERSONAL_DATA_LIMITS.leavingDays), clock.now());
    },

    async privacyPage(actor) {
      if (!isAdmin(actor)) throw new AppError('forbidden');
      const content = privacyPage(await siteName());
      const input = { title: 'Privacy', slug: PRIVACY_SLUG, content, isPublished: false };
      return sitePages.create(actor, newId('page', actor.id, null), SitePageInput.parse(input));
    },

    async removeGone(id) {
      await leave(id, 'system', 'keep', 0);
    },
  };
}
