import {
  SITE_PAGE_FIELDS,
  type SitePage,
  SitePageConflict,
  type StaffSitePage,
  sitePageApi,
} from '@inkwell/shared/site-pages';
import { slugify } from '@inkwell/shared/slug';
import { call } from '../../../lib/api.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { refreshPages, staffPageQueries } from '../../site-pages/api/staff-queries.ts';
import type { Edited } from '../api/edited.ts';
import { EditConflict, type SentBody } from '../api/save-post.ts';
import { editedId, storedId } from '../edited-kind.ts';
import { EMPTY_POST, unfinishedFieldsOf } from '../post-form.ts';

/** A page in the form of a post for the editor; fields that pages do not have are empty. */
export const editedFrom = <P extends SitePage>(page: P) => ({
  ...unfinishedFieldsOf(EMPTY_POST),
  authorIds: [],
  featuredImage: null,
  ...page,
  id: editedId('page', page.id),
});

type SavedPage = ReturnType<typeof editedFrom<StaffSitePage>>;

const sentOf = (body: SentBody & { readonly publishAt?: string }) => {
  const fields = Object.fromEntries(SITE_PAGE_FIELDS.map((field) => [field, body[field]])) as Pick<
    SentBody,
    (typeof SITE_PAGE_FIELDS)[number]
  >;
  return { ...fields, slug: fields.slug || slugify(fields.title), ...(body.draft && { draft: body.draft }) };
};

const isSaved = (page: SitePage, sent: ReturnType<typeof sentOf>): boolean =>
  SITE_PAGE_FIELDS.every((field) => sent[field] === undefined || (page[field] ?? '') === (sent[field] ?? ''));

async function update(id: string, body: SentBody, baseUpdatedAt: string): Promise<SavedPage> {
  const sent = sentOf(body);
  try {
    const params = { id: storedId(id) };
    return editedFrom(await call(sitePageApi.update, { params, body: { ...sent, baseUpdatedAt } }));
  } catch (error) {
    // Null if another page has the address.
    const theirs = refusalBody(error, 409, SitePageConflict);
    if (!theirs) throw error;
    // The answer to an earlier attempt was lost, so the stored page is ours.
    if (isSaved(theirs, sent)) return editedFrom(theirs);
    throw new EditConflict(editedFrom(theirs));
  }
}

/** How the post editor saves and reads site pages. */
export const editedPage: Edited<SavedPage> = {
  kind: 'page',
  async create(body, submissionKey) {
    const sent = { ...sentOf(body), ...(body.publishAt !== undefined && { publishAt: body.publishAt }) };
    const headers = { 'Idempotency-Key': submissionKey };
    const page = await call(sitePageApi.create, { body: sent }, { headers });
    if (isSaved(page, sent)) return editedFrom(page);
    return update(editedId('page', page.id), body, page.updatedAt);
  },
  update,
  read: async (id) => editedFrom(await call(sitePageApi.byId, { params: { id: storedId(id) } })),
  follow(client, page) {
    const id = storedId(page.id);
    showAnswer(client, staffPageQueries.byId(id).queryKey, { ...page, id });
    void refreshPages(client);
    return undefined;
  },
};
