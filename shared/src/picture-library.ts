import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FindQuery, Instant, limitQuery, optionalText, PageQuery } from './fields.ts';
import { POST_DETAIL_LIMITS } from './post-limits.ts';
import { Author } from './users.ts';

/** Where a picture can be used. Posts and pages in the trash still use their pictures, and so do revisions and unsaved texts. */
export const PICTURE_PLACES = [
  'post',
  'page',
  'trashed-post',
  'trashed-page',
  'post-revision',
  'page-revision',
  'draft',
  'discarded-draft',
  'tag',
  'series',
  'guest-author',
  'issue',
  'settings',
  'profile',
] as const;

/** One use of a picture. */
export const PicturePlace = z.object({
  kind: z.enum(PICTURE_PLACES),
  /** The id of the post, page, tag, series, author, issue or account, or of a revision's document; null if the caller may not see it. */
  id: z.nullable(z.string()),
  /** Its name; null if the caller may not see it, e.g. for other people's unsaved texts. */
  name: z.nullable(z.string()),
});
export type PicturePlace = z.infer<typeof PicturePlace>;

/** A stored picture that can be reused. */
export const LibraryPicture = z.object({
  /** Its stored name, which identifies it. */
  name: z.string(),
  /** The original file name. */
  fileName: z.string(),
  imageUrl: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  /** The description for readers who do not see the picture, suggested wherever it is inserted. */
  description: z.nullable(z.string()),
  uploadedAt: Instant,
  /** Who uploaded it; null if unknown. */
  owner: z.nullable(Author),
  /** At most `PICTURE_LIBRARY.places`; revisions only if nothing else uses it. */
  places: z.array(PicturePlace),
  /** Whether there are, or may be, further uses. */
  hasMorePlaces: z.boolean(),
  /** When it is deleted if it is still unused by then; null while it is used. */
  keptUntil: z.nullable(Instant),
});
export type LibraryPicture = z.infer<typeof LibraryPicture>;

export const PICTURE_LIBRARY = {
  description: POST_DETAIL_LIMITS.coverDescription,
  /** The maximum length of an uploaded file's name. */
  fileName: 200,
  places: 10,
} as const;

/** A picture's description. Null and blank clear it. */
export const PictureDescription = z.object({
  description: optionalText(PICTURE_LIBRARY.description, { tooLong: 'Description too long' }),
});
export type PictureDescription = z.infer<typeof PictureDescription>;

export const LibraryQuery = z.extend(PageQuery, {
  /** The limit of one query. */
  limit: limitQuery(24, 30),
  q: z.optional(FindQuery),
  show: z._default(z.enum(['all', 'unused', 'undescribed']), 'all'),
  /** The owner; for people who are not staff, `everybody` means themselves. */
  of: z._default(z.enum(['everybody', 'me']), 'everybody'),
});
export type LibraryQuery = z.output<typeof LibraryQuery>;

/** Why a picture cannot be deleted. */
export const PictureUse = z.object({ places: z.array(PicturePlace), hasMorePlaces: z.boolean() });
export type PictureUse = z.infer<typeof PictureUse>;

/** The name of a stored picture, without its folder. */
export const PictureName = z.string().check(z.regex(/^\d{13}-[^/\\\p{Cc}]{1,226}$/u));

const PictureParams = z.object({ name: PictureName });

export const pictureLibraryApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pictures',
    access: 'writer',
    scope: 'pictures:read',
    summary:
      'Stored pictures with the places that show them, newest first; with `q`, those whose name or description has words that begin like it. A page may have fewer pictures than requested although more follow.',
    query: LibraryQuery,
    response: z.array(LibraryPicture),
    paged: true,
  }),
  describe: endpoint({
    method: 'PATCH',
    path: '/api/admin/pictures/:name',
    access: 'writer',
    scope: 'pictures:write',
    invalidates: 'nothing',
    summary: "Sets a picture's description, for later uses. Texts that already show it do not change.",
    params: PictureParams,
    body: PictureDescription,
    response: LibraryPicture,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/pictures/:name',
    access: 'writer',
    scope: 'pictures:write',
    invalidates: 'nothing',
    summary:
      'Deletes a picture that nothing shows; otherwise 409 with the places, revisions, trash and unsaved texts of everybody included. Safe to repeat.',
    params: PictureParams,
    conflict: PictureUse,
  }),
} as const;
