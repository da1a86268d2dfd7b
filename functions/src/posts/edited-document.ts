/** The collections whose documents are written in the editor, with the first word of the actions on them in the audit log. */
export const EDITED_AREAS = { posts: 'post', pages: 'page' } as const;

/** A post or a site page. Both have random ids, so preview links and editing leases of both are in the same collections, under these ids. */
export interface EditedDocument {
  readonly collection: keyof typeof EDITED_AREAS;
  readonly id: string;
}
