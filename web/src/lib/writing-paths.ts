import { paths } from './paths.ts';

/** Addresses for writers, which the first page does not need. Product §2. */
export const writingPaths = {
  drafts: '/drafts',
  /** The editor with a draft; with a draft of a new post if `postId` is null. Browser and server may have different drafts with the same id. */
  openDraft: (draftId: string, postId: string | null, from: 'browser' | 'server') =>
    `/create-post?${new URLSearchParams({ ...(postId && { edit: postId }), draft: draftId, ...(from === 'server' && { from }) })}`,
  /** A new post that is scheduled for a day such as `2026-11-24`. */
  createPostOn: (day: string) => `/create-post?on=${day}`,
  calendar: '/admin/calendar',
  activity: '/admin/activity',
  traffic: '/admin/analytics',
  categories: '/admin/categories',
  guestAuthors: '/admin/authors',
  series: '/admin/series',
  tags: '/admin/tags',
  pages: '/admin/pages',
  media: '/admin/media',
  ownMedia: '/writing/media',
  ownComments: '/writing/comments',
  newPage: '/admin/pages/edit',
  editPage: (id: string) => `/admin/pages/edit?${new URLSearchParams({ page: id })}`,
  /** The page editor with a draft; with a draft of a new page if `id` is null. */
  openPageDraft: (draftId: string, id: string | null, from: 'browser' | 'server') =>
    `/admin/pages/edit?${new URLSearchParams({ ...(id && { page: id }), draft: draftId, ...(from === 'server' && { from }) })}`,
  newsletter: '/admin/newsletter',
  newsletterIssue: (id: string) => `/admin/newsletter/issue?${new URLSearchParams({ issue: id })}`,
  /** A new newsletter issue, optionally based on a post. */
  newNewsletterIssue: (postId?: string) =>
    postId ? `/admin/newsletter/issue?${new URLSearchParams({ post: postId })}` : '/admin/newsletter/issue',
  subscribers: '/admin/newsletter/subscribers',
  redirects: '/admin/redirects',
  tokens: '/admin/tokens',
  webhooks: '/admin/webhooks',
  menu: '/admin/menu',
  import: '/admin/import',
  export: '/admin/export',
  settings: '/admin/settings',
  /** The weekly digest and the DKIM settings. */
  mailSettings: '/admin/settings#mail',
  postalAddress: '/admin/settings#postalAddress',
  pageRevisions: (id: string) => `/revisions?${new URLSearchParams({ page: id })}`,
  revisions: (postId: string) => `/revisions?post=${encodeURIComponent(postId)}`,
  reviews: '/admin/reviews',
  /** The staff's list of comments, optionally for one post. */
  comments: (postId?: string) => (postId ? `/admin/comments?${new URLSearchParams({ postId })}` : '/admin/comments'),
} as const;

/** The offer to admins in the toast of a publication. */
export const newsletterOffer = (postId: string) =>
  ({ link: writingPaths.newNewsletterIssue(postId), linkLabel: 'Send as Newsletter' }) as const;

/** The editor of a stored post or page. */
export const editEntry = ({ kind, id }: { readonly kind: 'post' | 'page'; readonly id: string }): string =>
  kind === 'page' ? writingPaths.editPage(id) : paths.editPost(id);
