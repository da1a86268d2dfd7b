import type { Role } from './roles.ts';
import type { PostStatus } from './schedule.ts';
import type { Writing } from './writing.ts';

/** The caller; null for a visitor. Without `writing`, the role alone decides. */
export type Viewer = {
  readonly id: string;
  readonly role: Role;
  readonly writing?: Writing;
  /** The token with which a program acts for this account. The program publishes only with the scope for it, and never sees email addresses. */
  readonly token?: { readonly id: string; readonly publishes: boolean };
} | null;
/** A signed-in caller. */
export type Actor = NonNullable<Viewer>;

/** Staff write, publish and see unpublished posts. Product §6. */
export const isStaff = (viewer: Viewer): boolean => viewer?.role === 'moderator' || viewer?.role === 'admin';

export const isAdmin = (viewer: Viewer): boolean => viewer?.role === 'admin';

const isPublisher = (viewer: Viewer): boolean => isStaff(viewer) || viewer?.writing === 'author';

/** Whether this caller may publish, schedule and unpublish their own posts. */
export const canPublish = (viewer: Viewer): boolean => isPublisher(viewer) && viewer?.token?.publishes !== false;

/** Staff, and people to whom an admin gave the right to write. */
export const canWrite = (viewer: Viewer): boolean => isPublisher(viewer) || viewer?.writing === 'contributor';

/** The properties of a post that decide who may do what. */
export interface GovernedPost {
  /** Accounts and guest authors, in the order of the byline. */
  readonly authorIds: readonly string[];
  readonly status: PostStatus;
}

/** People with a right to write have rights to the posts that name them as an author. An account without it has none. */
export const isOwnPost = (viewer: Viewer, { authorIds }: Pick<GovernedPost, 'authorIds'>): boolean =>
  viewer !== null && canWrite(viewer) && authorIds.includes(viewer.id);

export const canSeePost = (viewer: Viewer, post: { isPublished: boolean; authorIds: readonly string[] }): boolean =>
  post.isPublished || isStaff(viewer) || isOwnPost(viewer, post);

/** Everybody's posts, in staff lists and bulk actions. */
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

/** Other writers see, describe and delete the pictures that they uploaded. */
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

/** Staff need no right to write. It can be set, but only takes effect when they lose their role, which withdraws it. */
export const canChangeWriting = isAdmin;

/** Invitations show addresses and give rights. */
export const canInvite = isAdmin;

/** Admins must be demoted before they can be blocked. Product §6. */
export const canBlock = (viewer: Viewer, target: { id: string; role: Role }): boolean =>
  isAdmin(viewer) && viewer?.id !== target.id && target.role !== 'admin';

/** Only admins and the person see an email address, and programs never do. */
export const canSeeEmail = (viewer: Viewer, ownerId: string): boolean =>
  !viewer?.token && (isAdmin(viewer) || viewer?.id === ownerId);

/** All writers create their own tokens. Admins see and delete everybody's. */
export const canManageAllTokens = isAdmin;

/** Webhooks send other servers data that only admins may see. */
export const canManageWebhooks = isAdmin;
