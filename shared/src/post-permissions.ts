import { canPublish, canWrite, type GovernedPost, isOwnPost, isStaff, type Viewer } from './permissions.ts';

/* Permissions for changing a post. They are separate from the other predicates because the first page needs none of them. */

const isGoverned = (viewer: Viewer, post: Pick<GovernedPost, 'authorIds'>): boolean =>
  isStaff(viewer) || isOwnPost(viewer, post);

/**
 * Contributors change their posts until those are published or scheduled, because nobody would read the changed text before readers do.
 * For posts in the trash, the same answer says whether they can be restored.
 */
export const canEditPost = (viewer: Viewer, post: GovernedPost): boolean =>
  isGoverned(viewer, post) && (canPublish(viewer) || isUnpublished(post));

export const canPublishPost = (viewer: Viewer, post: Pick<GovernedPost, 'authorIds'>): boolean =>
  isGoverned(viewer, post) && canPublish(viewer);

export const canTrashPost = canEditPost;

/** Staff, and authors who may write. */
export const canSeeTraffic = (viewer: Viewer, post: Pick<GovernedPost, 'authorIds'>): boolean =>
  canWrite(viewer) && isGoverned(viewer, post);

/** The authors of a post cannot change it while staff review it; staff can. */
export const isHeldByReview = (viewer: Viewer, { inReviewSince }: { readonly inReviewSince: unknown }): boolean =>
  !isStaff(viewer) && Boolean(inReviewSince);

/** Contributors can use existing tags only. */
export const canCreateTags = (viewer: Viewer): boolean => isStaff(viewer) || viewer?.writing === 'author';

const isUnpublished = ({ status }: GovernedPost): boolean => status === 'draft' || status === 'trash';
