import { canPublish, type Viewer } from '@inkwell/shared/permissions';

/** What the review of a post ends with, by what the viewer may do. */
export const reviewEnd = (viewer: Viewer): string => (canPublish(viewer) ? 'and Publish' : 'and Submit');

/** The name of the review of a post before its publication. */
export const reviewTitle = (viewer: Viewer): string => `Review ${reviewEnd(viewer)}`;
