import { IMAGE_FOLDER, isVariantName } from '@inkwell/shared/images';
import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import { PICTURE_HOLDERS, type PictureHolder } from './holders.ts';
import type { PictureTable } from './pictures.repository.ts';
import type { TakeInRepository } from './take-in.repository.ts';

/** Data of this version has every picture in the table; nothing may be removed before. */
export const ALL_PICTURES_KNOWN = 2;

const OBJECTS_PAGE = 100;
/** Those below other documents came with the table: none is older than it. */
const HOLDERS = Object.values<PictureHolder>(PICTURE_HOLDERS).filter(({ within }) => within === undefined);
const OBJECTS = 'objects';

interface Dependencies {
  readonly takeIn: TakeInRepository;
  readonly pictures: Pick<PictureTable, 'record'>;
  readonly bucket: BucketProvider;
  readonly clock: Clock;
}

/**
 * Brings what was stored before there was a table of pictures into it: documents of every holder first, then the objects of the bucket.
 * Nobody knows when these were last shown, so they count as shown until now.
 */
export function takePicturesIn({ takeIn, pictures, bucket, clock }: Dependencies): Upgrade {
  async function recordObjects(pageToken: string | null) {
    const [files, rest] = await (await bucket()).getFiles({
      prefix: `${IMAGE_FOLDER}/`,
      maxResults: OBJECTS_PAGE,
      autoPaginate: false,
      ...(pageToken !== null && { pageToken }),
    });
    const originals = files.filter(({ name }) => !isVariantName(name) && name.split('/').length === 2);
    const at = clock.now();
    await Promise.all(
      originals.map(({ name, metadata }) => {
        const owner = metadata.metadata?.owner;
        const ownerId = typeof owner === 'string' ? owner : null;
        const uploadedAt = metadata.timeCreated ? new Date(metadata.timeCreated) : at;
        return pictures.record({ name: name.slice(IMAGE_FOLDER.length + 1), ownerId, uploadedAt }, at);
      }),
    );
    const next: unknown = rest instanceof Object && 'pageToken' in rest ? rest.pageToken : null;
    return { count: originals.length, next: typeof next === 'string' ? next : null };
  }

  return defineUpgrade({
    version: ALL_PICTURES_KNOWN,
    about: 'older pictures',
    // A holder's collection, or `objects`, and where to go on in it.
    cursor: z.object({ part: z.string(), after: z.nullable(z.string()) }),

    async step(cursor) {
      const { part, after } = cursor ?? { part: HOLDERS[0]?.collection ?? OBJECTS, after: null };
      const index = HOLDERS.findIndex(({ collection }) => collection === part);
      const holder = HOLDERS[index];
      if (!holder && part !== OBJECTS) throw new Error(`there are no pictures in ${part}`);

      const { count, next } = holder
        ? await takeIn.noteHolders(holder, ALL_PICTURES_KNOWN, after)
        : await recordObjects(after);
      if (next !== null) return { count, next: { part, after: next } };
      if (holder) return { count, next: { part: HOLDERS[index + 1]?.collection ?? OBJECTS, after: null } };
      await takeIn.forgetFormer();
      return { count, next: null };
    },
  });
}
