import { randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import {
  IMAGE_FOLDER,
  imageBaseName,
  imageObjectName,
  imageSources,
  mailObjectName,
  variantObjectName,
  variantWidths,
} from '@inkwell/shared/images';
import { PICTURE_LIBRARY } from '@inkwell/shared/picture-library';
import type { OwnPicture, UploadAnswer } from '@inkwell/shared/storage';
import type * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { firstCharacters } from '../common/words.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import type { Bucket, BucketProvider } from '../storage/bucket.ts';
import { type PictureFacts, type ProcessedImage, pictureFactsOf, processImage } from './image-processing.ts';
import { isProviderPicture, objectNameOf, type PublicBucket, publicUrl } from './image-url.ts';
import { readStoredPicture } from './stored-picture.ts';

/**
 * Pictures are processed one at a time: decoding the largest accepted one (50 million pixels, rotated progressive JPEG) took 240 MB, and an instance
 * has 512.
 */
const PARALLEL = 1;

/** Names are unique and objects never change, so caches may keep them forever. */
export const CACHE_CONTROL = 'public, max-age=31536000, immutable';

export interface ImageStore {
  /**
   * Stores a picture with its narrower copies under `images/`, after its entry in the table of pictures. The URL works immediately, for everybody. A
   * picture that is still waiting is dropped when `signal` aborts. Writes 1 document.
   * @param image `name` makes the object name readable, and finds the picture in the library; `ownerId` is stored in the object's metadata
   * @throws AppError like `processImage`; the reason of `signal`
   */
  store(image: {
    bytes: Buffer;
    name: string;
    ownerId: string;
    isOfProfile?: boolean;
    description?: string | null;
    /** For an import (`NewPicture`). */
    importKey?: string;
    signal?: AbortSignal;
  }): Promise<z.infer<typeof UploadAnswer>>;
  /**
   * A page of a user's pictures uploaded with `store`, newest first. Pictures being removed and profile pictures are omitted, so a page may be
   * shorter than `limit`. Reads `limit` documents.
   */
  ofOwner(ownerId: string, page: PageRequest): Promise<PageOfMany<OwnPicture>>;
  /** Removes an unreferenced picture stored by `store`, with its copies and entry. Safe to repeat. Writes 1 document. */
  withdraw(url: string): Promise<void>;
  /** Deletes the objects of a picture and its narrower copies. Safe to repeat. */
  removeObjects(name: string): Promise<void>;
  /** The type and size of the stored picture at `url`, read from its bytes; null unless it is our picture. */
  factsOf(url: string): Promise<PictureFacts | null>;
  /** Whether `url` is a stored picture that does not belong to another user, or a picture of the sign-in provider. */
  canUse(userId: string, url: string): Promise<boolean>;
}

/** Picture names in the table. */
const PICTURE_NAME = /^(?!__.*__$)[^/]+$/;

/** The objects of a picture: first its narrower copies, then the picture itself. */
const objectsOf = (objectName: string, image: Pick<ProcessedImage, 'bytes' | 'variants'>) => [
  ...image.variants.map(({ width, bytes }) => ({ objectName: variantObjectName(objectName, width), bytes })),
  { objectName, bytes: image.bytes },
];

async function saveObject(bucket: Bucket, { objectName, bytes }: { objectName: string; bytes: Buffer }, owner: string) {
  await bucket.file(objectName).save(bytes, {
    resumable: false,
    contentType: 'image/webp',
    metadata: { cacheControl: CACHE_CONTROL, metadata: { owner } },
  });
}

/** Stores an encoded picture with its copies under this name. Safe to repeat. */
export async function saveImage(
  bucket: Bucket,
  {
    objectName,
    image,
    ownerId,
  }: { objectName: string; image: Pick<ProcessedImage, 'bytes' | 'variants'>; ownerId: string },
): Promise<void> {
  await Promise.all(objectsOf(objectName, image).map((object) => saveObject(bucket, object, ownerId)));
}

export function createImageStore({
  bucket,
  publicBucket,
  pictures,
  clock,
}: {
  bucket: BucketProvider;
  publicBucket: PublicBucket;
  pictures: Pick<PictureTable, 'record' | 'forget' | 'ofOwner'>;
  clock: Clock;
}): ImageStore {
  const limited = createLimit(PARALLEL);

  const tableName = (objectName: string) => objectName.slice(IMAGE_FOLDER.length + 1);

  const removeObjects = async (name: string) => {
    const objectName = `${IMAGE_FOLDER}/${name}`;
    const width = Number(/-(\d{1,5})x\d{1,5}\.webp$/.exec(objectName)?.[1] ?? 0);
    const narrower = variantWidths(width).map((variant) => variantObjectName(objectName, variant));
    const copies = [...narrower, mailObjectName(objectName)];
    const opened = await bucket();
    await Promise.all([objectName, ...copies].map((each) => opened.file(each).delete({ ignoreNotFound: true })));
  };

  return {
    store: ({ bytes, name, ownerId, isOfProfile = false, signal, ...said }) =>
      limited(async () => {
        signal?.throwIfAborted();
        const image = await processImage(bytes);
        const at = clock.now();
        const objectName = imageObjectName({
          timestampMs: at.getTime(),
          name: `${imageBaseName(name)}-${randomBytes(4).toString('hex')}`,
          width: image.width,
          height: image.height,
        });
        // Recorded first, so that the sweep finds interrupted uploads.
        const fileName = firstCharacters(name, PICTURE_LIBRARY.fileName) || null;
        await pictures.record(
          { name: tableName(objectName), ownerId, uploadedAt: at, fileName, isOfProfile, ...said },
          at,
        );
        const opened = await bucket();
        const objects = objectsOf(objectName, image);
        const saved = await Promise.allSettled(objects.map((object) => saveObject(opened, object, ownerId)));
        const failed = saved.find((result) => result.status === 'rejected');
        if (failed) {
          await removeObjects(tableName(objectName));
          await pictures.forget(tableName(objectName));
          throw new AppError('unavailable', 'The image could not be stored. Please try again.', {
            cause: failed.reason,
          });
        }
        return { imageUrl: publicUrl(publicBucket, objectName), width: image.width, height: image.height };
      }),

    async ofOwner(ownerId, { limit, after }) {
      // The name in the cursor is a document id.
      if (after && !PICTURE_NAME.test(after.text ?? '')) throw new AppError('bad-request', 'Invalid cursor');
      const position = after && { uploadedAt: new Date(after.createdAtMs), name: after.text ?? '' };
      const found = await pictures.ofOwner(ownerId, { limit, after: position });
      const last = found.at(-1);
      return {
        items: found.flatMap(({ name, uploadedAt, isBeingRemoved }) => {
          const imageUrl = publicUrl(publicBucket, `${IMAGE_FOLDER}/${name}`);
          const { width, height } = imageSources(imageUrl);
          if (isBeingRemoved || width === null || height === null) return [];
          return { imageUrl, width, height, uploadedAt: uploadedAt.toISOString() };
        }),
        total: null,
        documents: Math.max(1, found.length),
        next:
          last && found.length === limit
            ? // Picture names contain a dot, which ids in positions cannot.
              { createdAtMs: last.uploadedAt.getTime(), id: 'picture', text: last.name }
            : null,
      };
    },

    async withdraw(url) {
      const objectName = objectNameOf(publicBucket, url);
      if (!objectName?.startsWith(`${IMAGE_FOLDER}/`)) throw new Error(`${url} is not a picture of the bucket`);
      await removeObjects(tableName(objectName));
      await pictures.forget(tableName(objectName));
    },

    removeObjects,

    async factsOf(url) {
      const bytes = await readStoredPicture(url, { bucket, publicBucket });
      return bytes && limited(() => pictureFactsOf(bytes));
    },

    async canUse(userId, url) {
      const objectName = objectNameOf(publicBucket, url);
      if (objectName === null) return isProviderPicture(url);
      if (!objectName.startsWith(`${IMAGE_FOLDER}/`)) return false;
      const file = (await bucket()).file(objectName);
      const [exists] = await file.exists();
      if (!exists) return false;
      const [{ metadata }] = await file.getMetadata();
      return metadata?.owner === undefined || metadata.owner === userId;
    },
  };
}

/** Runs at most `size` tasks at a time, in order. */
function createLimit(size: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
