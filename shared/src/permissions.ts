import type { Role } from './roles.ts';

/** The caller; null for a visitor. */
export type Viewer = { readonly id: string; readonly role: Role } | null;

/** Staff write, publish and see unpublished posts. Product §6. */
export const isStaff = (viewer: Viewer): boolean => viewer?.role === 'moderator' || viewer?.role === 'admin';

export const isAdmin = (viewer: Viewer): boolean => viewer?.role === 'admin';

export const canSeePost = (viewer: Viewer, post: { isPublished: boolean }): boolean =>
  post.isPublished || isStaff(viewer);

export const canManagePosts = isStaff;

export const canCreateCategory = isStaff;

export const canManageCategories = isStaff;

export const canMergeCategories = isAdmin;

export const canManageTags = isStaff;

export const canManageSeries = isStaff;

export const canMergeTags = isAdmin;

export const canManageRedirects = isAdmin;

export const canManagePages = isStaff;

export const canManageGuests = isStaff;

export const canJoinGuests = isAdmin;

/** Only its author can delete a comment. Product §6. */
export const canDeleteComment = (viewer: Viewer, comment: { authorId: string }): boolean =>
  viewer !== null && viewer.id === comment.authorId;

/** Authors can edit their comments until staff hide them. */
export const canEditComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  viewer !== null && viewer.id === comment.authorId && (comment.state === 'visible' || comment.state === 'held');

/** Held and hidden comments are visible to their author here, and to staff in the moderation list. */
export const canSeeComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  comment.state === 'visible' || (viewer !== null && viewer.id === comment.authorId);

/** Nobody can report their own comments. */
export const canReportComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  comment.state === 'visible' && viewer?.id !== comment.authorId;

export const canModerateComments = isStaff;

/** Only admins can change all comments of a member of staff at once. Product §6. */
export const canModerateAllOf = (viewer: Viewer, target: { role: Role }): boolean =>
  isAdmin(viewer) || (isStaff(viewer) && target.role === 'user');

export const canChangeSettings = isAdmin;

export const canEditProfile = (viewer: Viewer, userId: string): boolean => viewer?.id === userId;

/** Nobody can change their own role, so a single admin cannot lock everybody out. */
export const canChangeRole = (viewer: Viewer, target: { id: string }): boolean =>
  isAdmin(viewer) && viewer?.id !== target.id;

/** Admins must be demoted before they can be blocked. Product §6. */
export const canBlock = (viewer: Viewer, target: { id: string; role: Role }): boolean =>
  isAdmin(viewer) && viewer?.id !== target.id && target.role !== 'admin';

/** Only admins and the person see an e-mail address. */
export const canSeeEmail = (viewer: Viewer, ownerId: string): boolean => isAdmin(viewer) || viewer?.id === ownerId;
