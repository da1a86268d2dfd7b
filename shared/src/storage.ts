import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant, limitQuery, PageQuery } from './fields.ts';

/** Types of uploads, detected from their bytes instead of their names. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export const UPLOAD_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 50_000_000, maxWidth: 1600 } as const;

export const UPLOAD_FIELD = 'image';

export const UploadAnswer = z.object({ imageUrl: z.string(), width: z.int(), height: z.int() });
export type UploadAnswer = z.infer<typeof UploadAnswer>;

/** A picture that the caller uploaded for a post; in pixels. */
export const OwnPicture = z.object({
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
  uploadedAt: Instant,
});
export type OwnPicture = z.infer<typeof OwnPicture>;

export const OwnPicturesQuery = z.extend(PageQuery, { limit: limitQuery(24, 48) });

/** The maximum number of different stored pictures in a post. */
export const MAX_PICTURES = 500;

/** Uploads directly from browsers: `perDay` in 24 hours; each name is valid for `validMs`. */
export const PICTURE_SLOT = {
  perDay: 20,
  validMs: 10 * 60_000,
  tooMany: 'You can store 20 pictures a day. Please try again later.',
} as const;

export const PictureSlotInput = z.object({
  fileName: z.string().check(z.maxLength(255, 'File name too long')),
  contentType: z.enum(IMAGE_TYPES),
});
export type PictureSlotInput = z.infer<typeof PictureSlotInput>;

/** `objectName` has the form `images/{timestamp}-{filename}`. */
export const PictureSlot = z.object({ objectName: z.string(), validUntil: Instant });
export type PictureSlot = z.infer<typeof PictureSlot>;

export const StorageStatus = z.object({
  isConfigured: z.boolean(),
  localImagesCount: z.int(),
  projectId: z.nullable(z.string()),
});
export type StorageStatus = z.infer<typeof StorageStatus>;

/** `success` counts the pictures moved by this call; if `remaining` is not 0, call again. */
export const MigrationAnswer = z.object({
  success: z.int(),
  remaining: z.int(),
  failed: z.array(z.object({ kind: z.enum(['post', 'user']), id: z.string(), image: z.string(), reason: z.string() })),
});
export type MigrationAnswer = z.infer<typeof MigrationAnswer>;

/** The address of the picture to store. */
export const PictureAddress = z.object({ address: z.string().check(z.maxLength(2048, 'Address too long')) });

const UPLOAD_RATE = { bucket: 'upload', by: 'user', perMinute: 30, scope: 'everywhere' } as const;

export const storageApi = {
  upload: endpoint({
    method: 'POST',
    path: '/api/upload',
    access: 'writer',
    scope: 'pictures:write',
    invalidates: 'nothing',
    summary: 'Stores a picture (PNG, JPEG, WebP or GIF, at most 10 MB) from the multipart field `image`.',
    bodyType: 'multipart',
    deadlineMs: 50_000,
    response: UploadAnswer,
    rate: UPLOAD_RATE,
  }),
  uploadFromAddress: endpoint({
    method: 'POST',
    path: '/api/upload/from-address',
    access: 'writer',
    scope: 'pictures:write',
    invalidates: 'nothing',
    summary:
      'Stores a picture like an upload, fetched from a public http or https address within 10 s, redirects included. An address that cannot be fetched is answered 400.',
    body: PictureAddress,
    deadlineMs: 50_000,
    response: UploadAnswer,
    rate: UPLOAD_RATE,
  }),
  ownPictures: endpoint({
    method: 'GET',
    path: '/api/users/me/pictures',
    access: 'writer',
    summary:
      'The stored pictures that the caller uploaded for posts, newest first. A page may have fewer pictures than requested although more follow.',
    query: OwnPicturesQuery,
    response: z.array(OwnPicture),
    paged: true,
  }),
  pictureSlot: endpoint({
    method: 'POST',
    path: '/api/users/me/picture-slot',
    access: 'signed-in',
    invalidates: 'nothing',
    summary:
      'Names the object under which the browser may store one profile picture within the next 10 minutes; 20 in 24 hours.',
    body: PictureSlotInput,
    response: PictureSlot,
    status: 201,
    rate: { bucket: 'picture-slot', by: 'user', perMinute: 30, scope: 'instance' },
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/admin/firebase-status',
    access: 'admin',
    summary: 'Whether cloud storage is set up, and how many pictures are not in it yet.',
    response: StorageStatus,
  }),
  migrate: endpoint({
    method: 'POST',
    path: '/api/admin/migrate-to-firebase',
    deadlineMs: 55_000,
    access: 'admin',
    summary: 'Moves pictures of the site itself into cloud storage, for at most 45 s a call. Safe to repeat.',
    response: MigrationAnswer,
  }),
} as const;
