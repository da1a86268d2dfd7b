import type { PictureTable } from '@inkwell/functions/src/pictures/pictures.repository.ts';
import { saveImage } from '@inkwell/functions/src/uploads/image-store.ts';
import { publicUrl } from '@inkwell/functions/src/uploads/image-url.ts';
import { IMAGE_FOLDER, imageObjectName } from '@inkwell/shared/images';
import type { Publication } from '../content/publication.ts';
import { daysBefore, postTime } from '../content/schedule.ts';
import { mapLimited } from '../map-limited.ts';
import { type Picture, readPicture, variantsOf } from '../pictures.ts';
import type { Emulators } from './emulators.ts';
import { userIdOf } from './people.ts';

const PARALLEL = 6;

interface Upload {
  readonly objectName: string;
  readonly picture: Picture;
  readonly ownerId: string;
  readonly at: Date;
}

interface Pictures {
  /** Addresses by the slug of the post. */
  readonly ofPosts: ReadonlyMap<string, string>;
  /** Addresses by the key of the author. */
  readonly portraits: ReadonlyMap<string, string>;
  /** Stores all pictures in the bucket. Safe to repeat: the names are always the same. */
  upload(): Promise<void>;
}

/** The pictures of the publication with their future addresses. */
export async function gatherPictures(
  { posts, authors }: Publication,
  {
    openBucket,
    storageOrigin,
    table,
    now,
  }: Pick<Emulators, 'openBucket' | 'storageOrigin'> & { table: Pick<PictureTable, 'record'>; now: Date },
): Promise<Pictures> {
  const bucket = await openBucket();
  const uploads: Upload[] = [];

  const addressOf = async (file: { file: string; name: string; at: Date; owner: string }): Promise<string> => {
    const picture = await readPicture(file.file);
    const { width, height } = picture;
    const objectName = imageObjectName({ timestampMs: file.at.getTime(), name: file.name, width, height });
    uploads.push({ objectName, picture, ownerId: userIdOf(file.owner), at: file.at });
    return publicUrl({ origin: storageOrigin, name: bucket.name }, objectName);
  };

  const ofPosts = posts.map(async (post): Promise<[string, string] | null> => {
    if (post.onSite) return [post.slug, `/pictures/${post.onSite}.webp`];
    if (!post.picture) return null;
    const at = postTime(now, post);
    return [post.slug, await addressOf({ file: post.picture, name: post.slug.slice(0, 40), at, owner: post.author })];
  });
  const portraits = authors.map(async ({ key, joinedDaysAgo }): Promise<[string, string]> => {
    const at = daysBefore(now, joinedDaysAgo);
    return [key, await addressOf({ file: `portrait-${key}`, name: `portrait-${key}`, at, owner: key })];
  });

  return {
    ofPosts: new Map((await Promise.all(ofPosts)).filter((one) => one !== null)),
    portraits: new Map(await Promise.all(portraits)),
    async upload() {
      await mapLimited(uploads, PARALLEL, async ({ objectName, picture, ownerId, at }) => {
        const name = objectName.slice(IMAGE_FOLDER.length + 1);
        await table.record({ name, ownerId, uploadedAt: at }, now);
        await saveImage(bucket, {
          objectName,
          image: { bytes: picture.bytes, variants: await variantsOf(picture) },
          ownerId,
        });
      });
    },
  };
}
