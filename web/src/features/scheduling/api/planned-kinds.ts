import type { CalendarEntry } from '@inkwell/shared/calendar';
import { postApi, type StaffPost } from '@inkwell/shared/posts';
import { previewApi } from '@inkwell/shared/previews';
import type { PostStatus } from '@inkwell/shared/schedule';
import { sitePagePreviewApi } from '@inkwell/shared/site-page-previews';
import { sitePageApi } from '@inkwell/shared/site-pages';
import type { QueryKey } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { staffPageQueries } from '../../site-pages/api/staff-queries.ts';

/** A stored post or site page that can be scheduled or shown by a preview link. */
export type PlannedRef = Pick<CalendarEntry, 'kind' | 'id'>;

/** A post or page with its schedule, which only staff receive. */
export interface Planned extends PlannedRef {
  readonly title: string;
  readonly isPublished: boolean;
  readonly status?: PostStatus | undefined;
  readonly publishAt?: string | null | undefined;
}

interface Change {
  readonly publishAt: string | null;
  readonly basePublishAt?: string | null;
  readonly undo?: true;
}

interface PlannedKind {
  readonly noun: PlannedRef['kind'];
  readonly name: string;
  readonly previews: typeof previewApi | typeof sitePagePreviewApi;
  /** The key of the query for a stored item. */
  readonly keyOf: (id: string) => QueryKey;
  readonly change: (id: string, body: Change) => Promise<Pick<StaffPost, 'publishAt' | 'status'>>;
}

/** How posts and site pages are scheduled and shown by a preview link. */
export const PLANNED_KINDS: Readonly<Record<PlannedRef['kind'], PlannedKind>> = {
  post: {
    noun: 'post',
    name: 'Post',
    previews: previewApi,
    keyOf: (id) => postQueries.byId(id).queryKey,
    change: (id, body) => call(postApi.update, { params: { id }, body }),
  },
  page: {
    noun: 'page',
    name: 'Page',
    previews: sitePagePreviewApi,
    keyOf: (id) => staffPageQueries.byId(id).queryKey,
    change: (id, body) => call(sitePageApi.update, { params: { id }, body }),
  },
};
