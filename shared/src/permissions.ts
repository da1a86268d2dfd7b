import type { Role } from './roles.ts';

/** Who is asking. Null stands for a visitor. */
export type Viewer = { readonly id: string; readonly role: Role } | null;

/** Moderators and admins write, publish and see drafts. Product §6. */
export const isStaff = (viewer: Viewer): boolean => viewer?.role === 'moderator' || viewer?.role === 'admin';

export const isAdmin = (viewer: Viewer): boolean => viewer?.role === 'admin';

export const canSeePost = (viewer: Viewer, post: { isPublished: boolean }): boolean =>
  post.isPublished || isStaff(viewer);

export const canManagePosts = isStaff;

export const canCreateCategory = isStaff;

/** Comments are deleted by their own author only. Product §6. */
export const canDeleteComment = (viewer: Viewer, comment: { authorId: string }): boolean =>
  viewer !== null && viewer.id === comment.authorId;

/** Comments are edited by their author, but not once staff have hidden them. */
export const canEditComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  viewer !== null && viewer.id === comment.authorId && (comment.state === 'visible' || comment.state === 'held');

/** Held and hidden comments are seen by their author, and by staff in their list. */
export const canSeeComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  comment.state === 'visible' || (viewer !== null && viewer.id === comment.authorId);

/** Nobody reports what they wrote themselves. */
export const canReportComment = (viewer: Viewer, comment: { authorId: string; state: string }): boolean =>
  comment.state === 'visible' && viewer?.id !== comment.authorId;

export const canModerateComments = isStaff;

/** All comments of a person at once: those of staff for admins alone. Product §6. */
export const canModerateAllOf = (viewer: Viewer, target: { role: Role }): boolean =>
  isAdmin(viewer) || (isStaff(viewer) && target.role === 'user');

export const canChangeSettings = isAdmin;

export const canEditProfile = (viewer: Viewer, userId: string): boolean => viewer?.id === userId;

/** Nobody changes their own role, so an admin cannot lock everybody out alone. */
export const canChangeRole = (viewer: Viewer, target: { id: string }): boolean =>
  isAdmin(viewer) && viewer?.id !== target.id;

/** Admins are never blocked: they have to be demoted first. Product §6. */
export const canBlock = (viewer: Viewer, target: { id: string; role: Role }): boolean =>
  isAdmin(viewer) && viewer?.id !== target.id && target.role !== 'admin';

/** E-mail addresses of authors, readers who comment among them, are for admins and for the author. */
export const canSeeEmail = (viewer: Viewer, ownerId: string): boolean => isAdmin(viewer) || viewer?.id === ownerId;
