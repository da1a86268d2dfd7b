import type { Role } from './roles.ts';
import type { PostStatus } from './schedule.ts';
import type { Writing } from './writing.ts';

/** The caller; null for a visitor. Without `writing`, the role alone decides. */
export type Viewer = {
  readonly id: string;
  readonly role: Role;
  readonly writing?: Writing;
  /** The token with which a program acts for this account. It publishes only with the scope for it, and shows nobody's email address. */
  readonly token?: { readonly id: string; readonly publishes: boolean };
} | null;
/** Somebody signed in. */
export type Actor = NonNullable<Viewer>;

/** Staff write, publish and see unpublished posts. Product §6. */
export const isStaff = (viewer: Viewer): boolean => viewer?.role === 'moderator' || viewer?.role === 'admin';

export const isAdmin = (viewer: Viewer): boolean => viewer?.role === 'admin';

const isPublisher = (viewer: Viewer): boolean => isStaff(viewer) || viewer?.writing === 'author';

/** Whether this caller publishes, schedules and unpublishes posts of their own. */
export const canPublish = (viewer: Viewer): boolean => isPublisher(viewer) && viewer?.token?.publishes !== false;

/** Staff, and those whom an admin gave the right to write. */
export const canWrite = (viewer: Viewer): boolean => isPublisher(viewer) || viewer?.writing === 'contributor';

/** What decides who may do what with a post. */
export interface GovernedPost {
  /** In the order of the byline; accounts and guest authors. */
  readonly authorIds: readonly string[];
  readonly status: PostStatus;
}

/** Those who write have a right to the posts that name them as an author. An account without a right has none to any post. */
export const isOwnPost = (viewer: Viewer, { authorIds }: Pick<GovernedPost, 'authorIds'>): boolean =>
  viewer !== null && canWrite(viewer) && authorIds.includes(viewer.id);

export const canSeePost = (viewer: Viewer, post: { isPublished: boolean; authorIds: readonly string[] }): boolean =>
  post.isPublished || isStaff(viewer) || isOwnPost(viewer, post);

/** All posts of everybody, in lists of staff and in bulk. */
export const canManagePosts = isStaff;

/** Submits a post for review, and withdraws it. */
export const canSubmitPost = isOwnPost;

/** Takes a submitted post, and returns it. */
export const canReviewPosts = isStaff;

/** Reads and writes notes on a post, resolves them, and sees its review. */
export const canSeeNotes = (viewer: Viewer, post: Pick<GovernedPost, 'authorIds'>): boolean =>
  isStaff(viewer) || isOwnPost(viewer, post);

export const canEditNote = (viewer: Viewer, note: { readonly authorId: string }): boolean =>
  viewer?.id === note.authorId;

export const canDeleteNote = (viewer: Viewer, note: { readonly authorId: string }): boolean =>
  isStaff(viewer) || canEditNote(viewer, note);

export const canCreateCategory = isStaff;

export const canManageCategories = isStaff;

export const canMergeCategories = isAdmin;

export const canManageTags = isStaff;

export const canManageSeries = isStaff;

export const canMergeTags = isAdmin;

export const canManageRedirects = isAdmin;

export const canManagePages = isStaff;

/** Others who write see, describe and delete the pictures that they uploaded. */
export const canManageAllPictures = isStaff;

export const canManageGuests = isStaff;

export const canJoinGuests = isAdmin;

export const canModerateComments = isStaff;

/** Only admins can change all comments of a member of staff at once. Product §6. */
export const canModerateAllOf = (viewer: Viewer, target: { role: Role }): boolean =>
  isAdmin(viewer) || (isStaff(viewer) && target.role === 'user');

export const canChangeSettings = isAdmin;

export const canEditProfile = (viewer: Viewer, userId: string): boolean => viewer?.id === userId;

/** Nobody can change their own role, so a single admin cannot lock everybody out. */
export const canChangeRole = (viewer: Viewer, target: { id: string }): boolean =>
  isAdmin(viewer) && viewer?.id !== target.id;

/** Staff need no right to write; it may be set, and has no effect until they lose their role, which withdraws it. */
export const canChangeWriting = isAdmin;

/** Invitations show addresses and give rights. */
export const canInvite = isAdmin;

/** Admins must be demoted before they can be blocked. Product §6. */
export const canBlock = (viewer: Viewer, target: { id: string; role: Role }): boolean =>
  isAdmin(viewer) && viewer?.id !== target.id && target.role !== 'admin';

/** Only admins and the person see an email address, and no program does. */
export const canSeeEmail = (viewer: Viewer, ownerId: string): boolean =>
  !viewer?.token && (isAdmin(viewer) || viewer?.id === ownerId);

/** Everybody who writes makes tokens of their own, and admins see and delete those of all. */
export const canManageAllTokens = isAdmin;

/** Webhooks send what admins see to other servers. */
export const canManageWebhooks = isAdmin;
