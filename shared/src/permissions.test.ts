import { describe, expect, it } from 'vitest';
import { canDeleteComment, canEditComment, canReportComment, canSeeComment } from './comment-permissions.ts';
import * as may from './permissions.ts';
import { canCreateTags, canEditPost, canPublishPost, isHeldByReview } from './post-permissions.ts';

const PEOPLE = {
  visitor: null,
  reader: { id: 'reader', role: 'user' },
  contributor: { id: 'contributor', role: 'user', writing: 'contributor' },
  author: { id: 'author', role: 'user', writing: 'author' },
  moderator: { id: 'moderator', role: 'moderator' },
  admin: { id: 'admin', role: 'admin' },
} as const satisfies Record<string, may.Viewer>;
const EVERYBODY = Object.keys(PEOPLE);
const STAFF = ['moderator', 'admin'];

/** The names of the people who may. */
const those = (isAllowed: (viewer: may.Viewer) => boolean): string[] =>
  Object.entries(PEOPLE).flatMap(([name, viewer]) => (isAllowed(viewer) ? [name] : []));

describe('without a record', () => {
  it.each([
    ['isStaff', may.isStaff, STAFF],
    ['isAdmin', may.isAdmin, ['admin']],
    ['canWrite', may.canWrite, ['contributor', 'author', ...STAFF]],
    ['canPublish', may.canPublish, ['author', ...STAFF]],
    ['canManagePosts', may.canManagePosts, STAFF],
    ['canReviewPosts', may.canReviewPosts, STAFF],
    ['canCreateCategory', may.canCreateCategory, STAFF],
    ['canManageCategories', may.canManageCategories, STAFF],
    ['canMergeCategories', may.canMergeCategories, ['admin']],
    ['canManageTags', may.canManageTags, STAFF],
    ['canMergeTags', may.canMergeTags, ['admin']],
    ['canManageSeries', may.canManageSeries, STAFF],
    ['canManagePages', may.canManagePages, STAFF],
    ['canManageRedirects', may.canManageRedirects, ['admin']],
    ['canManageAllPictures', may.canManageAllPictures, STAFF],
    ['canManageGuests', may.canManageGuests, STAFF],
    ['canJoinGuests', may.canJoinGuests, ['admin']],
    ['canModerateComments', may.canModerateComments, STAFF],
    ['canChangeSettings', may.canChangeSettings, ['admin']],
    ['canChangeWriting', may.canChangeWriting, ['admin']],
    ['canInvite', may.canInvite, ['admin']],
  ] as const)('%s', (_, isAllowed, allowed) => {
    expect(those(isAllowed)).toEqual(allowed);
  });

  it('tags are created by people who can publish', () => {
    expect(those(canCreateTags)).toEqual(['author', ...STAFF]);
  });
});

describe('a post', () => {
  const authorIds = ['reader', 'contributor', 'author'];
  const of = (status: may.GovernedPost['status']) => ({ authorIds, status });

  it('belongs to writers who are named as its authors', () => {
    expect(those((viewer) => may.isOwnPost(viewer, { authorIds }))).toEqual(['contributor', 'author']);
    expect(those((viewer) => may.isOwnPost(viewer, { authorIds: ['author'] }))).toEqual(['author']);
  });

  it('is visible to everybody once it is published, otherwise to its authors and staff', () => {
    expect(those((viewer) => may.canSeePost(viewer, { authorIds, isPublished: true }))).toEqual(EVERYBODY);
    expect(those((viewer) => may.canSeePost(viewer, { authorIds, isPublished: false }))).toEqual([
      'contributor',
      'author',
      ...STAFF,
    ]);
    expect(those((viewer) => may.canSeeNotes(viewer, { authorIds }))).toEqual(['contributor', 'author', ...STAFF]);
  });

  it.each([
    ['draft', ['contributor', 'author', ...STAFF]],
    ['trash', ['contributor', 'author', ...STAFF]],
    ['scheduled', ['author', ...STAFF]],
    ['published', ['author', ...STAFF]],
  ] as const)('that is %s is changed by %j', (status, allowed) => {
    expect(those((viewer) => canEditPost(viewer, of(status)))).toEqual(allowed);
    expect(those((viewer) => canPublishPost(viewer, of(status)))).toEqual(['author', ...STAFF]);
    for (const can of [canEditPost, canPublishPost])
      expect(those((viewer) => can(viewer, { ...of(status), authorIds: [] }))).toEqual(STAFF);
  });

  it('in review is locked for everybody except staff', () => {
    expect(those((viewer) => isHeldByReview(viewer, { inReviewSince: new Date() }))).toEqual([
      ...['visitor', 'reader', 'contributor', 'author'],
    ]);
    expect(those((viewer) => isHeldByReview(viewer, { inReviewSince: null }))).toEqual([]);
  });

  it('has notes that their writers change, and staff can also delete', () => {
    expect(those((viewer) => may.canEditNote(viewer, { authorId: 'author' }))).toEqual(['author']);
    expect(those((viewer) => may.canDeleteNote(viewer, { authorId: 'author' }))).toEqual(['author', ...STAFF]);
  });
});

describe('an account', () => {
  it.each([
    ['user', STAFF],
    ['moderator', ['admin']],
    ['admin', ['admin']],
  ] as const)('of a %s has all its comments moderated by %j', (role, allowed) => {
    expect(those((viewer) => may.canModerateAllOf(viewer, { role }))).toEqual(allowed);
  });

  it('is changed by its owner, and its address is visible to admins too', () => {
    expect(those((viewer) => may.canEditProfile(viewer, 'reader'))).toEqual(['reader']);
    expect(those((viewer) => may.canSeeEmail(viewer, 'reader'))).toEqual(['reader', 'admin']);
  });

  it('gets another role from an admin, never from itself', () => {
    expect(those((viewer) => may.canChangeRole(viewer, { id: 'reader' }))).toEqual(['admin']);
    expect(those((viewer) => may.canChangeRole(viewer, { id: 'admin' }))).toEqual([]);
  });

  it('is blocked by an admin, unless it is one itself', () => {
    expect(those((viewer) => may.canBlock(viewer, { id: 'reader', role: 'user' }))).toEqual(['admin']);
    expect(those((viewer) => may.canBlock(viewer, { id: 'other', role: 'admin' }))).toEqual([]);
    expect(those((viewer) => may.canBlock(viewer, { id: 'admin', role: 'moderator' }))).toEqual([]);
  });
});

describe('a comment of a reader', () => {
  it.each([
    ['visible', { seen: EVERYBODY, edited: ['reader'], reported: EVERYBODY.filter((name) => name !== 'reader') }],
    ['held', { seen: ['reader'], edited: ['reader'], reported: [] }],
    ['hidden', { seen: ['reader'], edited: [], reported: [] }],
    ['deleted', { seen: ['reader'], edited: [], reported: [] }],
  ])('that is %s', (state, { seen, edited, reported }) => {
    const comment = { authorId: 'reader', state };

    expect(those((viewer) => canSeeComment(viewer, comment))).toEqual(seen);
    expect(those((viewer) => canEditComment(viewer, comment))).toEqual(edited);
    expect(those((viewer) => canReportComment(viewer, comment))).toEqual(reported);
    expect(those((viewer) => canDeleteComment(viewer, comment))).toEqual(['reader']);
  });
});
