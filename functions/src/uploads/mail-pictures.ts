import { copyFor, IMAGE_FOLDER, imageSources, MAIL_PICTURE_WIDTH, mailObjectName } from '@inkwell/shared/images';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { setNewest } from '../common/set-newest.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import { loadSharp } from './image-processing.ts';
import { CACHE_CONTROL } from './image-store.ts';
import { objectNameOf, type PublicBucket, publicUrl } from './image-url.ts';

/** The number of pictures per email that get a copy: these copies can be made within seconds. */
const MOST = 40;
/** The number of copies that are known to exist. */
const KNOWN = 2_000;

export interface MailPictures {
  /**
   * Copies of stored pictures that all mail programs show: JPEG, because Outlook on Windows does not show WebP. Missing copies are created once, next
   * to the pictures, and removed with them. Never fails: external pictures, and pictures whose copy fails, are missing in the result.
   */
  copiesOf(urls: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** @param onError called with the error if a picture gets no copy */
export function createMailPictures({
  bucket,
  publicBucket,
  onError,
}: {
  bucket: BucketProvider;
  publicBucket: PublicBucket;
  onError: (error: unknown) => void;
}): MailPictures {
  const known = new Map<string, true>();

  async function makeCopy(objectName: string, from: string, copy: string): Promise<void> {
    const opened = await bucket();
    const [isThere] = await opened.file(copy).exists();
    if (!isThere) {
      const [[bytes], [{ metadata }]] = await Promise.all([
        opened.file(from).download(),
        opened.file(objectName).getMetadata(),
      ]);
      await opened.file(copy).save(await jpegOf(bytes), {
        resumable: false,
        contentType: 'image/jpeg',
        metadata: { cacheControl: CACHE_CONTROL, metadata: { owner: metadata?.owner ?? '' } },
      });
    }
    setNewest(known, copy, true, KNOWN);
  }

  return {
    async copiesOf(urls) {
      const copies = new Map<string, string>();
      // Sequentially, because an instance has memory for only one picture.
      for (const url of [...new Set(urls)].slice(0, MOST)) {
        const objectName = objectNameOf(publicBucket, url);
        const { width } = imageSources(url);
        if (!objectName?.startsWith(`${IMAGE_FOLDER}/`) || width === null) continue;
        const copy = mailObjectName(objectName);
        try {
          if (!known.has(copy)) await makeCopy(objectName, copyFor(objectName, MAIL_PICTURE_WIDTH), copy);
          copies.set(url, publicUrl(publicBucket, copy));
        } catch (error) {
          onError(error);
        }
      }
      return copies;
    },
  };
}

/** On a white background, because dark lines on transparency would vanish in dark mode. Animations become their first frame. */
async function jpegOf(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: UPLOAD_LIMITS.pixels })
    .resize({ width: MAIL_PICTURE_WIDTH, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
}
