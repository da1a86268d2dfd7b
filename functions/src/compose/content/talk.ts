import { createCommentedPostRepository } from '../../comments/commented-posts.repository.ts';
import { createCommentedPostService } from '../../comments/commented-posts.service.ts';
import { createCommentRepository } from '../../comments/comments.repository.ts';
import { mountCommentRoutes } from '../../comments/comments.routes.ts';
import { createCommentService } from '../../comments/comments.service.ts';
import { createReportService } from '../../comments/reports.service.ts';
import { createCommentRules } from '../../comments/rules.service.ts';
import type { ApiRouter } from '../../http/mount.ts';
import { createInvitationRepository } from '../../invitations/invitations.repository.ts';
import { createMailQueue } from '../../mail/mail-queue.repository.ts';
import { createModerationRepository } from '../../moderation/moderation.repository.ts';
import { mountModerationRoutes } from '../../moderation/moderation.routes.ts';
import { createModerationService, type ModerationService } from '../../moderation/moderation.service.ts';
import { personJob } from '../../moderation/person.job.ts';
import { createNoteRepository } from '../../notes/notes.repository.ts';
import { createPersonMailRepository } from '../../personal-notifications/person-mails.repository.ts';
import { createPersonMailService } from '../../personal-notifications/person-mails.service.ts';
import { createPersonalNotificationRepository } from '../../personal-notifications/personal-notifications.repository.ts';
import { mountPersonalNotificationRoutes } from '../../personal-notifications/personal-notifications.routes.ts';
import { createPersonalNotificationService } from '../../personal-notifications/personal-notifications.service.ts';
import type { Base } from './base.ts';
import type { Lists } from './lists.ts';

/** Comments and their moderation, and notifications about comments and texts. */
export type Talk = ReturnType<typeof createTalk>;

export function createTalk(base: Base, { settings }: Pick<Lists, 'settings'>) {
  const { db, clock, stored, authors, jobs, mailing, onNotifyError } = base;
  const storedComments = createCommentRepository(db, base.searchIndex);
  const notifications = createPersonalNotificationRepository(db);
  const personMails = mailing
    ? createPersonMailService({
        ...base,
        mails: createPersonMailRepository(db),
        queue: createMailQueue(db, mailing.secret),
        comments: storedComments,
        findNote: createNoteRepository(db).find,
        posts: stored,
        refuseInvitations: createInvitationRepository(db).refuse,
        mutedThreads: async (userId) => (await notifications.find(userId)).mutedThreads,
        site: settings.site,
        ...mailing,
      })
    : null;
  const personalNotifications = createPersonalNotificationService({
    ...base,
    notifications,
    comments: storedComments,
    posts: stored,
    mails: personMails,
    onError: onNotifyError ?? (() => undefined),
  });
  const comments = onNotifyError ? personalNotifications.following(storedComments) : storedComments;
  const storedModeration = createModerationRepository(db, jobs);
  const moderation: ModerationService = createModerationService({
    ...base,
    moderation: storedModeration,
    comments,
    posts: stored,
    async carryOut(work) {
      const job = personJob(work);
      await storedModeration.requestPerson(job, work, clock.now());
      await base.beginJob(job.id);
      const after = await jobs.find(job.id);
      // This work has not started, because earlier work is still running.
      if (after?.about !== job.about) return { changed: 0, isDone: false };
      return { changed: after.done, isDone: after.status === 'done' };
    },
  });
  const rules = createCommentRules({ ...base, settings, comments });
  return {
    comments: createCommentService({ comments, rules, posts: stored, authors, clock }),
    commentedPosts: createCommentedPostService({ commented: createCommentedPostRepository(db), authors }),
    reports: createReportService({ comments, posts: stored, clock }),
    moderation,
    personalNotifications,
    /** Null if nobody gets email. */
    personMails,
    /** Comments with changes that notify people, if notifications are enabled. */
    followedComments: comments,
  };
}

export function mountTalkRoutes(router: ApiRouter, talk: Talk): void {
  mountCommentRoutes(router, talk);
  mountModerationRoutes(router, talk.moderation);
  mountPersonalNotificationRoutes(router, talk.personalNotifications);
}
