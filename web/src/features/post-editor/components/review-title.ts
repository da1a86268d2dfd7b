import type { Viewer } from '@inkwell/shared/permissions';
import { canPublish } from '@inkwell/shared/permissions';

/** What the last look at a post before publication is called, by what the viewer may do then. */
export const reviewTitle = (viewer: Viewer): string =>
  canPublish(viewer) ? 'Review and Publish' : 'Review and Submit';
