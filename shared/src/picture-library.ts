import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FindQuery, Instant, limitQuery, optionalText, PageQuery } from './fields.ts';
import { POST_DETAIL_LIMITS } from './post-limits.ts';
import { Author } from './users.ts';

/** Where a picture can be used. In the trash, posts and pages still show their pictures, and so do their revisions and unsaved texts. */
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

/** One thing that shows a picture. */
export const PicturePlace = z.object({
  kind: z.enum(PICTURE_PLACES),
  /** Of the post, page, tag, series, author, issue or account, or of what a revision belongs to; null where the caller may not see it. */
  id: z.nullable(z.string()),
  /** What it is called; null where the caller may not see it, as unsaved texts of others. */
  name: z.nullable(z.string()),
});
export type PicturePlace = z.infer<typeof PicturePlace>;

/** A stored picture that can be used again. */
export const LibraryPicture = z.object({
  /** The name under which it is stored, which identifies it. */
  name: z.string(),
  /** The name of the file that was uploaded. */
  fileName: z.string(),
  imageUrl: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  /** What it shows, for readers who do not see it; offered wherever it is inserted. */
  description: z.nullable(z.string()),
  uploadedAt: Instant,
  /** Who uploaded it; null if unknown. */
  owner: z.nullable(Author),
  /** At most `PICTURE_LIBRARY.places`; revisions only where nothing else shows it. */
  places: z.array(PicturePlace),
  /** Whether there are, or may be, further places. */
  hasMorePlaces: z.boolean(),
  /** When it is deleted if nothing shows it by then; null while it is used. */
  keptUntil: z.nullable(Instant),
});
export type LibraryPicture = z.infer<typeof LibraryPicture>;

export const PICTURE_LIBRARY = {
  description: POST_DETAIL_LIMITS.coverDescription,
  /** Characters of the name of an uploaded file. */
  fileName: 200,
  places: 10,
} as const;

/** What is said about a picture. Null and blank clear. */
export const PictureDescription = z.object({
  description: optionalText(PICTURE_LIBRARY.description, { tooLong: 'Description too long' }),
});
export type PictureDescription = z.infer<typeof PictureDescription>;

export const LibraryQuery = z.extend(PageQuery, {
  /** As many as one query can look up. */
  limit: limitQuery(24, 30),
  q: z.optional(FindQuery),
  show: z._default(z.enum(['all', 'unused', 'undescribed']), 'all'),
  /** Whose; `everybody` means one's own for those who are no staff. */
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
    summary: 'Describes a picture, for all who insert it later. Texts that show it stay as they are.',
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
