/** A fault that a test must notice: one place of a file, changed. */
export interface Mutant {
  readonly file: string;
  /** What stands there; once in the file. */
  readonly from: string;
  readonly to: string;
  /** Filters of the tests that are asked, as for `vitest run`. */
  readonly tests: readonly string[];
}

const SHARED = 'shared/src';
const FUNCTIONS = 'functions/src';
const EDITOR = 'web/src/features/post-editor';

/** Faults in permissions, merge, session, services and converters. `npm test` has to notice 36 of them. */
export const MUTANTS: readonly Mutant[] = [
  // Permissions
  {
    file: `${SHARED}/permissions.ts`,
    from: 'post.isPublished || isStaff(viewer) || isOwnPost(viewer, post)',
    to: 'post.isPublished || isStaff(viewer)',
    tests: [`${FUNCTIONS}/posts/`],
  },
  {
    file: `${SHARED}/permissions.ts`,
    from: `(isStaff(viewer) && target.role === 'user')`,
    to: `(isStaff(viewer) && target.role !== 'admin')`,
    tests: [`${FUNCTIONS}/moderation/`],
  },
  {
    file: `${SHARED}/permissions.ts`,
    from: 'isAdmin(viewer) && viewer?.id !== target.id;',
    to: 'isAdmin(viewer) && target.id !== "";',
    tests: [`${FUNCTIONS}/users/`],
  },
  {
    file: `${SHARED}/permissions.ts`,
    from: 'viewer !== null && canWrite(viewer) && authorIds.includes(viewer.id)',
    to: 'viewer !== null && authorIds.includes(viewer.id)',
    tests: [`${FUNCTIONS}/posts/`],
  },
  {
    file: `${SHARED}/permissions.ts`,
    from: 'isAdmin(viewer) || viewer?.id === ownerId',
    to: 'isStaff(viewer) || viewer?.id === ownerId',
    tests: [`${FUNCTIONS}/posts/`, `${FUNCTIONS}/users/`],
  },
  {
    file: `${SHARED}/post-permissions.ts`,
    from: '(canPublish(viewer) || isUnpublished(post))',
    to: '(canPublish(viewer) || post.status !== "scheduled")',
    tests: [`${FUNCTIONS}/posts/`],
  },
  {
    file: `${SHARED}/post-permissions.ts`,
    from: '!isStaff(viewer) && Boolean(inReviewSince)',
    to: 'Boolean(inReviewSince)',
    tests: [`${SHARED}/permissions`],
  },
  {
    file: `${SHARED}/comment-permissions.ts`,
    from: `(comment.state === 'visible' || comment.state === 'held')`,
    to: `comment.state !== 'deleted'`,
    tests: [`${FUNCTIONS}/comments/`, `${FUNCTIONS}/moderation/`],
  },
  // Merge
  {
    file: `${EDITOR}/conflict/merge.ts`,
    from: 'if (isSame(ours, others) || isSame(others, from))',
    to: 'if (isSame(ours, others))',
    tests: [`${EDITOR}/conflict/`],
  },
  {
    file: `${EDITOR}/conflict/merge.ts`,
    from: 'if (inMine < 0 || inTheirs < 0) return;',
    to: 'if (inMine < 0 && inTheirs < 0) return;',
    tests: [`${EDITOR}/conflict/`],
  },
  {
    file: `${EDITOR}/conflict/merge.ts`,
    from: 'end < base.length - start && end < other.length - start &&',
    to: 'end < base.length - start && end < other.length &&',
    tests: [`${EDITOR}/conflict/`],
  },
  {
    file: `${EDITOR}/conflict/merge.ts`,
    from: 'Math.max(at(row + 1, column), at(row, column + 1))',
    to: 'at(row + 1, column)',
    tests: [`${EDITOR}/conflict/`],
  },
  // Session of the editor
  {
    file: `${EDITOR}/session/autosave.ts`,
    from: '  server.retryAtMs === null &&\n',
    to: '',
    tests: [EDITOR],
  },
  {
    file: `${EDITOR}/session/session.ts`,
    from: '    !busyIds.has(id) &&\n',
    to: '',
    tests: [EDITOR],
  },
  {
    file: `${EDITOR}/session/session.ts`,
    from: 'one.version > other.version ? one : other',
    to: 'one.version > other.version ? other : one',
    tests: [EDITOR],
  },
  {
    file: `${EDITOR}/session/session.ts`,
    from: 'state.stored ? state.submissionKey : env.newSubmissionKey()',
    to: 'state.submissionKey',
    tests: [EDITOR],
  },
  {
    file: `${EDITOR}/session/versions.ts`,
    from: 'const mine = isUntouched ? { ...form, isPublished: next.form.isPublished } : form;',
    to: 'const mine = form;',
    tests: [EDITOR],
  },
  {
    file: `${EDITOR}/session/offers.ts`,
    from: `  if ((await lockedIds()).has(record.id)) return runner.dispatch({ type: 'busy', recordId: record.id });\n`,
    to: '',
    tests: [EDITOR],
  },
  {
    file: `${EDITOR}/session/runner.ts`,
    from: '  if (!runner.isOpen && (await autosaveStore.find(postDraftKind, own.id))?.version !== own.version) return;\n',
    to: '',
    tests: [EDITOR],
  },
  {
    file: `${EDITOR}/session/session.ts`,
    from: 'next.isAttended && !next.isFinished && !isSameRecord(before, next)',
    to: 'next.isAttended && !isSameRecord(before, next)',
    tests: [EDITOR],
  },
  {
    file: 'web/src/lib/session.tsx',
    from: 'const isBlocked = refusal !== null && !leaving;',
    to: 'const isBlocked = refusal !== null;',
    tests: ['web/src/lib/session', 'web/src/features/personal-data', 'web/src/features/profile'],
  },
  // Services
  {
    file: `${FUNCTIONS}/posts/posts.service.ts`,
    from: 'const isForReaders = given.isPublished || Boolean(given.publishAt);',
    to: 'const isForReaders = given.isPublished;',
    tests: [`${FUNCTIONS}/posts/`],
  },
  {
    file: `${FUNCTIONS}/posts/posts.service.ts`,
    from: `if (!isInsider(actor, post)) throw new AppError('forbidden', OWN_POST_TEXTS.others);`,
    to: '',
    tests: [`${FUNCTIONS}/posts/`, `${FUNCTIONS}/previews/`, `${FUNCTIONS}/revisions/`, `${FUNCTIONS}/editing/`],
  },
  {
    file: `${FUNCTIONS}/comments/comments.service.ts`,
    from: `if (comment.state === 'deleted') throw new AppError('not-found');\n      if (!canEditComment`,
    to: 'if (!canEditComment',
    tests: [`${FUNCTIONS}/comments/`, `${FUNCTIONS}/moderation/`],
  },
  {
    file: `${FUNCTIONS}/comments/comments.service.ts`,
    from: '!parent || parent.postId !== postId || !isListed(parent)',
    to: '!parent || !isListed(parent)',
    tests: [`${FUNCTIONS}/comments/`],
  },
  {
    file: `${FUNCTIONS}/moderation/moderation.service.ts`,
    from: `isHidden ? state === 'visible' || state === 'held' ||`,
    to: `isHidden ? state === 'visible' ||`,
    tests: [`${FUNCTIONS}/moderation/`],
  },
  {
    file: `${FUNCTIONS}/moderation/moderation.service.ts`,
    from: `if (!comment || comment.state === 'deleted') throw`,
    to: 'if (!comment) throw',
    tests: [`${FUNCTIONS}/moderation/`],
  },
  {
    file: `${FUNCTIONS}/previews/previews.service.ts`,
    from: 'return maker.previewsEndedAt === null || maker.previewsEndedAt < createdAt ? maker : null;',
    to: 'return maker;',
    tests: [`${FUNCTIONS}/previews/`],
  },
  {
    file: `${FUNCTIONS}/reviews/reviews.service.ts`,
    from: '    notifications.follow(postId);\n',
    to: '',
    tests: [`${FUNCTIONS}/reviews/`],
  },
  {
    file: `${FUNCTIONS}/invitations/invitations.service.ts`,
    from: `if (!isVerified) throw new AppError('forbidden', INVITATION_TEXTS.unverified);`,
    to: '',
    tests: [`${FUNCTIONS}/invitations/`],
  },
  {
    file: `${FUNCTIONS}/following/following.service.ts`,
    from: '!post.authorIds.includes(actor.id) && isNewFor',
    to: 'isNewFor',
    tests: [`${FUNCTIONS}/following/`],
  },
  {
    file: `${FUNCTIONS}/newsletter/newsletter.service.ts`,
    from: 'const ask = isMailDue ? limits.take : limits.peek;',
    to: 'const ask = limits.peek;',
    tests: [`${FUNCTIONS}/newsletter/`, `${FUNCTIONS}/limits/`],
  },
  {
    file: `${FUNCTIONS}/personal-notifications/personal-notifications.service.ts`,
    from: 'if (!post || (isWritten && post.trashedAt)) return',
    to: 'if (!post) return',
    tests: [`${FUNCTIONS}/personal-notifications/`],
  },
  {
    file: `${FUNCTIONS}/search/search.service.ts`,
    from: 'if (count === 0 || count > 2) return null;',
    to: 'if (count === 0 || count > 1) return null;',
    tests: [`${FUNCTIONS}/search/`],
  },
  {
    file: `${FUNCTIONS}/picture-library/picture-library.service.ts`,
    from: '(canManageAllPictures(actor) ? null : actor.id)',
    to: 'null',
    tests: [`${FUNCTIONS}/picture-library/`],
  },
  // Converters
  {
    file: `${FUNCTIONS}/users/users.converter.ts`,
    from: 'isBlocked: user.leaving?.wasBlocked ?? user.isBlocked,',
    to: 'isBlocked: user.isBlocked,',
    tests: [`${FUNCTIONS}/users/`, `${FUNCTIONS}/personal-data/`],
  },
  {
    file: `${FUNCTIONS}/following/following.converter.ts`,
    from: 'const ids = [...new Set(idsIn(post, kind).flatMap((id) => (id === from ? (into ?? []) : [id])))];',
    to: 'const ids = idsIn(post, kind).flatMap((id) => (id === from ? (into ?? []) : [id]));',
    tests: [`${FUNCTIONS}/following/`],
  },
  {
    file: `${FUNCTIONS}/posts/posts.converter.ts`,
    from: 'if (tag && (!tag.isInternal || isStaff(viewer)))',
    to: 'if (tag)',
    tests: [`${FUNCTIONS}/tags/`, `${FUNCTIONS}/posts/`],
  },
  {
    file: `${FUNCTIONS}/drafts/drafts.converter.ts`,
    from: '.slice(-MAX_CLOSED)',
    to: '.slice(0, MAX_CLOSED)',
    tests: [`${FUNCTIONS}/drafts/`],
  },
  {
    file: `${FUNCTIONS}/newsletter/newsletter.converter.ts`,
    from: 'confirmedAt: subscriber.confirmedAt?',
    to: 'confirmedAt: subscriber.subscribedAt?',
    tests: [`${FUNCTIONS}/newsletter/`],
  },
];
