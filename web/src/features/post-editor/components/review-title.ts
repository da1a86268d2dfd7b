import { canPublish, type Viewer } from '@inkwell/shared/permissions';

/** The last step of a review, by what the viewer may do. */
export const reviewEnd = (viewer: Viewer): string => (canPublish(viewer) ? 'and Publish' : 'and Submit');

/** The title of the review before publication. */
export const reviewTitle = (viewer: Viewer): string => `Review ${reviewEnd(viewer)}`;
