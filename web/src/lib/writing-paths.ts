/** Addresses that only writers come to, and that the first page need not know. Product §2. */
export const writingPaths = {
  drafts: '/drafts',
  /**
   * The editor with a draft in it; of a post that is no longer there, as a new one (`postId` null). This browser and the server may
   * have different ones under one name.
   */
  openDraft: (draftId: string, postId: string | null, from: 'browser' | 'server') =>
    `/create-post?${new URLSearchParams({ ...(postId && { edit: postId }), draft: draftId, ...(from === 'server' && { from }) })}`,
  /** A new post that is to go out on a day, `2026-11-24`. */
  createPostOn: (day: string) => `/create-post?on=${day}`,
  /** What goes out and went out, by days. */
  calendar: '/admin/calendar',
  /** What staff did, for admins. */
  activity: '/admin/activity',
  /** What a post was after each change. */
  revisions: (postId: string) => `/revisions?post=${encodeURIComponent(postId)}`,
  /** The desk of those who keep order, with all comments on one post where it is given. */
  comments: (postId?: string) => (postId ? `/admin/comments?${new URLSearchParams({ postId })}` : '/admin/comments'),
} as const;
