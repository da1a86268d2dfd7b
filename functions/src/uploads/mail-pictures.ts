import { copyFor, IMAGE_FOLDER, imageSources, MAIL_PICTURE_WIDTH, mailObjectName } from '@inkwell/shared/images';
import { UPLOAD_LIMITS } from '@inkwell/shared/storage';
import { setNewest } from '../common/set-newest.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import { loadSharp } from './image-processing.ts';
import { CACHE_CONTROL } from './image-store.ts';
import { objectNameOf, type PublicBucket, publicUrl } from './image-url.ts';

/** Pictures of one mail that get a copy: what is made in a few seconds, even if none is there yet. */
const MOST = 40;
/** Copies that are known to be there. */
const KNOWN = 2_000;

export interface MailPictures {
  /**
   * Copies of stored pictures that every mail program shows: JPEG, because Outlook on Windows shows no WebP. Those that are missing are
   * made, once, beside the pictures, and are removed with them. Never fails: pictures of elsewhere, and those that have no copy now, are not
   * in the answer.
   */
  copiesOf(urls: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** @param onError told why a picture has no copy */
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
      // One after the other: an instance has memory for one.
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

/** On white, because dark lines on transparent ground would vanish in the dark; of an animation its first picture. */
async function jpegOf(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: UPLOAD_LIMITS.pixels })
    .resize({ width: MAIL_PICTURE_WIDTH, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
}
