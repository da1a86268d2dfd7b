import { randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import {
  IMAGE_FOLDER,
  imageBaseName,
  imageObjectName,
  imageSources,
  variantObjectName,
  variantWidths,
} from '@inkwell/shared/images';
import type { OwnPicture, UploadAnswer } from '@inkwell/shared/storage';
import type * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import type { Bucket, BucketProvider } from '../storage/bucket.ts';
import { type ProcessedImage, processImage } from './image-processing.ts';
import { isProviderPicture, objectNameOf, type PublicBucket, publicUrl } from './image-url.ts';

/**
 * One picture at a time: decoding the largest accepted one (50 million pixels, a rotated progressive JPEG) took 240 MB in a
 * measurement, and an instance has 512.
 */
const PARALLEL = 1;

/** Names never repeat and objects never change, so every cache may keep them. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

export interface ImageStore {
  /**
   * Stores a picture with its narrower copies under `images/`, and before that its entry in the table of pictures; its URL works at once,
   * for everybody. A picture that still waits is dropped when `signal` aborts. Writes 1 document.
   * @param image `name` only makes the object's name readable; `ownerId` is noted on the object
   * @throws AppError as `processImage` does; what `signal` aborts with
   */
  store(image: {
    bytes: Buffer;
    name: string;
    ownerId: string;
    signal?: AbortSignal;
  }): Promise<z.infer<typeof UploadAnswer>>;
  /**
   * A page of the pictures that somebody stored by `store`, newest first. Pictures that are being removed and profile pictures, which browsers
   * store themselves, are left out, so a page may be shorter than `limit`. Reads `limit` documents.
   */
  ofOwner(ownerId: string, page: PageRequest): Promise<PageOfMany<OwnPicture>>;
  /** Removes a picture that `store` gave, with its copies and its entry. It must have no reference. Safe to repeat. Writes 1 document. */
  withdraw(url: string): Promise<void>;
  /** Deletes the objects of a picture of the table: itself and its narrower copies. Safe to repeat. */
  removeObjects(name: string): Promise<void>;
  /** True when `url` shows a picture in the bucket that is not marked as another user's, or one of the sign-in provider. */
  canUse(userId: string, url: string): Promise<boolean>;
}

/** The objects of a picture: its narrower copies, then the picture itself. */
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

/** Stores a picture that is encoded already, with its copies, under a name of the caller's. Safe to repeat. */
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
    const copies = variantWidths(width).map((variant) => variantObjectName(objectName, variant));
    const opened = await bucket();
    await Promise.all([objectName, ...copies].map((each) => opened.file(each).delete({ ignoreNotFound: true })));
  };

  return {
    store: ({ bytes, name, ownerId, signal }) =>
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
        // First, so that objects whose storing is interrupted are found by the sweep.
        await pictures.record({ name: tableName(objectName), ownerId, uploadedAt: at }, at);
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
        next:
          last && found.length === limit
            ? // Names have a dot, ids of positions have none.
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

/** Runs at most `size` tasks at a time, the others in their order. */
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
