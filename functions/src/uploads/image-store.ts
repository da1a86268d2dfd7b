import { randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import { IMAGE_FOLDER, imageBaseName, imageObjectName, variantObjectName, variantWidths } from '@inkwell/shared/images';
import type { UploadAnswer } from '@inkwell/shared/storage';
import type * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import type { Bucket, BucketProvider } from '../storage/bucket.ts';
import { type ProcessedImage, processImage } from './image-processing.ts';
import { isProviderPicture, objectNameOf, type PublicBucket, publicUrl, withoutQuery } from './image-url.ts';

/**
 * One picture at a time: the largest that is taken (50 million pixels, a progressive JPEG on its side) was measured at
 * 240 MB while it is decoded, and an instance has 512.
 */
const PARALLEL = 1;

/** Names never repeat and objects never change, so every cache may keep them. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

export interface ImageStore {
  /**
   * Stores a picture with its narrower copies under `images/`; its URL works at once, for everybody.
   * @param image `name` only makes the object's name readable; `ownerId` is noted on the object
   * @throws AppError as `processImage` does
   */
  store(image: { bytes: Buffer; name: string; ownerId: string }): Promise<z.infer<typeof UploadAnswer>>;
  /**
   * Removes the picture at `url` with its copies. Nothing happens when it is not in the bucket, or when `url` writes its path
   * otherwise than we do: who else shows it is looked up by that path. Safe to repeat.
   */
  remove(url: string): Promise<void>;
  /** True when `url` shows a picture in the bucket that is not marked as another user's, or one of the sign-in provider. */
  canUse(userId: string, url: string): Promise<boolean>;
}

/** What is stored for a picture: its narrower copies, then itself. */
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
  clock,
}: {
  bucket: BucketProvider;
  publicBucket: PublicBucket;
  clock: Clock;
}): ImageStore {
  const limited = createLimit(PARALLEL);

  const removeObjects = async (objectNames: string[]) => {
    const opened = await bucket();
    await Promise.all(objectNames.map((objectName) => opened.file(objectName).delete({ ignoreNotFound: true })));
  };

  return {
    store: ({ bytes, name, ownerId }) =>
      limited(async () => {
        const image = await processImage(bytes);
        const objectName = imageObjectName({
          timestampMs: clock.now().getTime(),
          name: `${imageBaseName(name)}-${randomBytes(4).toString('hex')}`,
          width: image.width,
          height: image.height,
        });
        const objects = objectsOf(objectName, image);
        const opened = await bucket();
        const saved = await Promise.allSettled(objects.map((object) => saveObject(opened, object, ownerId)));
        const failed = saved.find((result) => result.status === 'rejected');
        if (failed) {
          await removeObjects(objects.map((object) => object.objectName));
          throw new AppError('unavailable', 'The image could not be stored. Please try again.', {
            cause: failed.reason,
          });
        }
        return { imageUrl: publicUrl(publicBucket, objectName), width: image.width, height: image.height };
      }),

    async remove(url) {
      const objectName = objectNameOf(publicBucket, url);
      if (!objectName?.startsWith(`${IMAGE_FOLDER}/`)) return;
      if (withoutQuery(url) !== withoutQuery(publicUrl(publicBucket, objectName))) return;
      const width = Number(/-(\d{1,5})x\d{1,5}\.webp$/.exec(objectName)?.[1] ?? 0);
      await removeObjects([
        objectName,
        ...variantWidths(width).map((variant) => variantObjectName(objectName, variant)),
      ]);
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
