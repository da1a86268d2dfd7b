/** Addresses for writers, which the first page need not know. Product §2. */
export const writingPaths = {
  drafts: '/drafts',
  /**
   * The editor with a draft; without a post (`postId` null) as a new one. This browser and the server may have
   * different drafts under one name.
   */
  openDraft: (draftId: string, postId: string | null, from: 'browser' | 'server') =>
    `/create-post?${new URLSearchParams({ ...(postId && { edit: postId }), draft: draftId, ...(from === 'server' && { from }) })}`,
  /** A new post that is scheduled for a day, `2026-11-24`. */
  createPostOn: (day: string) => `/create-post?on=${day}`,
  /** The calendar of scheduled and published posts. */
  calendar: '/admin/calendar',
  /** The activity of staff, for admins. */
  activity: '/admin/activity',
  /** The revisions of a post. */
  revisions: (postId: string) => `/revisions?post=${encodeURIComponent(postId)}`,
  /** The staff's list of comments, with all comments on one post if it is given. */
  comments: (postId?: string) => (postId ? `/admin/comments?${new URLSearchParams({ postId })}` : '/admin/comments'),
} as const;
