/** The collections whose documents are written in the editor, with the first word of the actions on them in the audit log. */
export const EDITED_AREAS = { posts: 'post', pages: 'page' } as const;

/**
 * A post, or a page of the site. Ids of both are random, so what belongs to either (preview links, leases of editors) has its id, in one
 * collection for both.
 */
export interface EditedDocument {
  readonly collection: keyof typeof EDITED_AREAS;
  readonly id: string;
}
