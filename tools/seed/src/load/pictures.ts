import type { PictureTable } from '@inkwell/functions/src/pictures/pictures.repository.ts';
import { saveImage } from '@inkwell/functions/src/uploads/image-store.ts';
import { publicUrl } from '@inkwell/functions/src/uploads/image-url.ts';
import { IMAGE_FOLDER, imageObjectName } from '@inkwell/shared/images';
import type { Publication } from '../content/publication.ts';
import { daysBefore, postTime } from '../content/schedule.ts';
import { mapLimited } from '../map-limited.ts';
import { drawPortrait, drawPost, type Rendered, renderAll } from '../pictures/render.ts';
import type { Emulators } from './emulators.ts';
import { userIdOf } from './people.ts';

const PARALLEL = 6;

interface Upload {
  readonly objectName: string;
  readonly rendered: Rendered;
  readonly ownerId: string;
  readonly at: Date;
}

interface Pictures {
  /** Addresses by the slug of the post. */
  readonly ofPosts: ReadonlyMap<string, string>;
  /** Addresses by the key of the author. */
  readonly portraits: ReadonlyMap<string, string>;
  /** Puts everything into the bucket. Safe to repeat: the names are the same each time. */
  upload(): Promise<void>;
}

/** The pictures of the publication with the addresses they will have. */
export async function gatherPictures(
  { posts, authors }: Publication,
  {
    openBucket,
    storageOrigin,
    table,
    now,
  }: Pick<Emulators, 'openBucket' | 'storageOrigin'> & { table: Pick<PictureTable, 'record'>; now: Date },
): Promise<Pictures> {
  const rendered = await renderAll([...posts.map(drawPost), ...authors.map(({ key }) => drawPortrait(key))]);
  const bucket = await openBucket();
  const uploads: Upload[] = [];

  const addressOf = (file: { drawing: string; name: string; at: Date; owner: string }): string => {
    const images = rendered.get(file.drawing);
    const [original] = images ?? [];
    if (!images || !original) throw new Error(`${file.drawing} was not rendered`);
    const { width, height } = original;
    const objectName = imageObjectName({ timestampMs: file.at.getTime(), name: file.name, width, height });
    uploads.push({ objectName, rendered: images, ownerId: userIdOf(file.owner), at: file.at });
    return publicUrl({ origin: storageOrigin, name: bucket.name }, objectName);
  };

  const ofPosts = posts.map((post): [string, string] => {
    if (post.onSite) return [post.slug, `/pictures/${post.onSite}.webp`];
    const at = postTime(now, post);
    return [post.slug, addressOf({ drawing: post.picture, name: post.slug.slice(0, 40), at, owner: post.author })];
  });
  const portraits = authors.map(({ key, joinedDaysAgo }): [string, string] => {
    const at = daysBefore(now, joinedDaysAgo);
    return [key, addressOf({ drawing: `portrait-${key}`, name: `portrait-${key}`, at, owner: key })];
  });

  return {
    ofPosts: new Map(ofPosts),
    portraits: new Map(portraits),
    async upload() {
      await mapLimited(uploads, PARALLEL, async ({ objectName, rendered: [original, ...variants], ownerId, at }) => {
        if (!original) return;
        const name = objectName.slice(IMAGE_FOLDER.length + 1);
        await table.record({ name, ownerId, uploadedAt: at }, now);
        await saveImage(bucket, { objectName, image: { bytes: original.bytes, variants }, ownerId });
      });
    },
  };
}
