/** Addresses that only writers come to, and that the first page need not know. Product §2. */
export const writingPaths = {
  drafts: '/drafts',
  /** The editor with a draft in it; of a post that is no longer there, as a new one (`postId` null). */
  openDraft: (draftId: string, postId: string | null) =>
    `/create-post?${new URLSearchParams({ ...(postId && { edit: postId }), draft: draftId })}`,
  /** What a post was after each change. */
  revisions: (postId: string) => `/revisions?post=${encodeURIComponent(postId)}`,
} as const;
