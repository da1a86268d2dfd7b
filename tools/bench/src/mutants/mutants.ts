/** A fault that a test must detect: a change at one place in a file. */
export interface Mutant {
  readonly file: string;
  /** The original text, which is unique in the file. */
  readonly from: string;
  readonly to: string;
  /** Filters of the tests to run, as for `vitest run`. */
  readonly tests: readonly string[];
}

/**
 * Faults in permissions, merge, session, services and converters, by file: the original text, its replacement, and the filters of the tests to run if
 * they are not those of the file's area. `npm test` must detect 36 of them.
 */
const FAULTS: Readonly<Record<string, readonly (readonly [from: string, to: string, tests?: string])[]>> = {
  'shared/src/permissions.ts': [
    [
      'post.isPublished || isStaff(viewer) || isOwnPost(viewer, post)',
      'post.isPublished || isStaff(viewer)',
      'functions/src/posts/',
    ],
    [
      "(isStaff(viewer) && target.role === 'user')",
      "(isStaff(viewer) && target.role !== 'admin')",
      'functions/src/moderation/',
    ],
    ['isAdmin(viewer) && viewer?.id !== target.id;', 'isAdmin(viewer) && target.id !== "";', 'functions/src/users/'],
    [
      'viewer !== null && canWrite(viewer) && authorIds.includes(viewer.id)',
      'viewer !== null && authorIds.includes(viewer.id)',
      'functions/src/posts/',
    ],
    [
      'isAdmin(viewer) || viewer?.id === ownerId',
      'isStaff(viewer) || viewer?.id === ownerId',
      'functions/src/posts/ functions/src/users/',
    ],
  ],
  'shared/src/post-permissions.ts': [
    [
      '(canPublish(viewer) || isUnpublished(post))',
      '(canPublish(viewer) || post.status !== "scheduled")',
      'functions/src/posts/',
    ],
    ['!isStaff(viewer) && Boolean(inReviewSince)', 'Boolean(inReviewSince)', 'shared/src/permissions'],
  ],
  'shared/src/comment-permissions.ts': [
    [
      "(comment.state === 'visible' || comment.state === 'held')",
      "comment.state !== 'deleted'",
      'functions/src/comments/ functions/src/moderation/',
    ],
  ],
  'web/src/features/post-editor/conflict/merge.ts': [
    ['if (isSame(ours, others) || isSame(others, from))', 'if (isSame(ours, others))'],
    ['if (inMine < 0 || inTheirs < 0) return;', 'if (inMine < 0 && inTheirs < 0) return;'],
    [
      'end < base.length - start && end < other.length - start &&',
      'end < base.length - start && end < other.length &&',
    ],
    ['Math.max(at(row + 1, column), at(row, column + 1))', 'at(row + 1, column)'],
  ],
  'web/src/features/post-editor/session/autosave.ts': [
    ['  server.retryAtMs === null &&\n', ''],
    ['state.ended.includes(sitting) ? {', '!state.ended.includes(sitting) ? {'],
  ],
  'web/src/features/post-editor/session/session.ts': [
    ['    !busyIds.has(id) &&\n', ''],
    ['state.stored ? state.submissionKey : env.newSubmissionKey()', 'state.submissionKey'],
    [
      'next.isAttended && !next.isFinished && !isSameRecord(before, next)',
      'next.isAttended && !isSameRecord(before, next)',
    ],
  ],
  'web/src/features/post-editor/session/versions.ts': [
    ['const mine = isUntouched ? { ...form, isPublished: next.form.isPublished } : form;', 'const mine = form;'],
  ],
  'web/src/features/post-editor/session/offers.ts': [
    ["  if ((await lockedIds()).has(record.id)) return runner.dispatch({ type: 'busy', recordId: record.id });\n", ''],
  ],
  'web/src/features/post-editor/session/runner.ts': [
    [
      '  if (!runner.isOpen && (await autosaveStore.find(postDraftKind, own.id))?.version !== own.version) return;\n',
      '',
    ],
  ],
  'web/src/lib/session.tsx': [
    [
      'const isBlocked = refusal !== null && !leaving;',
      'const isBlocked = refusal !== null;',
      'web/src/lib/session web/src/features/personal-data web/src/features/profile',
    ],
  ],
  'functions/src/posts/texts.service.ts': [
    ['const isForReaders = input.isPublished || Boolean(input.publishAt);', 'const isForReaders = input.isPublished;'],
  ],
  'functions/src/posts/posts.service.ts': [
    [
      "if (!isInsider(actor, post)) throw new AppError('forbidden', OWN_POST_TEXTS.others);",
      '',
      'functions/src/posts/ functions/src/previews/ functions/src/revisions/ functions/src/editing/',
    ],
  ],
  'functions/src/comments/comments.service.ts': [
    [
      "if (comment.state === 'deleted') throw new AppError('not-found');\n      if (!canEditComment",
      'if (!canEditComment',
      'functions/src/comments/ functions/src/moderation/',
    ],
    ['!parent || parent.postId !== postId || !isListed(parent)', '!parent || !isListed(parent)'],
  ],
  'functions/src/moderation/moderation.service.ts': [
    ["isHidden ? state === 'visible' || state === 'held' ||", "isHidden ? state === 'visible' ||"],
    ["if (!comment || comment.state === 'deleted') throw", 'if (!comment) throw'],
  ],
  'functions/src/previews/previews.service.ts': [
    ['return maker.previewsEndedAt === null || maker.previewsEndedAt < createdAt ? maker : null;', 'return maker;'],
  ],
  'functions/src/reviews/review-notifications.service.ts': [
    ['return takenBy === null ? studio.staff() : reviewer;', 'return studio.staff();'],
  ],
  'functions/src/invitations/invitations.service.ts': [
    ["if (!account && unconfirmed) throw new AppError('forbidden', INVITATION_TEXTS.unverified);", ''],
  ],
  'functions/src/following/following.service.ts': [['!post.authorIds.includes(actor.id) && isNewFor', 'isNewFor']],
  'functions/src/newsletter-issues/sending.service.ts': [
    ['submission.isPermanent || mail.attempts >= ATTEMPTS.putOff', 'submission.isPermanent'],
  ],
  'functions/src/comments/commented-posts.service.ts': [['namingOnly(comments, [], () => true)', 'comments']],
  'functions/src/search/search.service.ts': [
    ['if (count === 0 || count > 2) return null;', 'if (count === 0 || count > 1) return null;'],
  ],
  'functions/src/authors/authors.service.ts': [['      checkName(patch.name);\n', '']],
  'functions/src/users/users.converter.ts': [
    [
      'isBlocked: user.leaving?.wasBlocked ?? user.isBlocked,',
      'isBlocked: user.isBlocked,',
      'functions/src/users/ functions/src/personal-data/',
    ],
  ],
  'functions/src/following/following.converter.ts': [
    [
      '[...new Set(idsIn(post, kind).flatMap((id) => (id === from ? (into ?? []) : [id])))]',
      'idsIn(post, kind).flatMap((id) => (id === from ? (into ?? []) : [id]))',
    ],
  ],
  'functions/src/posts/posts.converter.ts': [
    ['if (tag && (!tag.isInternal || isStaff(viewer)))', 'if (tag)', 'functions/src/tags/ functions/src/posts/'],
  ],
  'functions/src/drafts/drafts.converter.ts': [['.slice(-MAX_CLOSED)', '.slice(0, MAX_CLOSED)']],
  'functions/src/newsletter/newsletter.converter.ts': [
    ['confirmedAt: subscriber.confirmedAt?', 'confirmedAt: subscriber.subscribedAt?'],
  ],
};

/** The tests of a feature are next to it. */
const areaOf = (file: string): string => /^(?:functions\/src|web\/src\/features)\/[^/]+\//.exec(file)?.[0] ?? file;

export const MUTANTS: readonly Mutant[] = Object.entries(FAULTS).flatMap(([file, faults]) =>
  faults.map(([from, to, tests = areaOf(file)]) => ({ file, from, to, tests: tests.split(' ') })),
);
