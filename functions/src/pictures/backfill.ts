import { IMAGE_FOLDER, isVariantName } from '@inkwell/shared/images';
import type { Clock } from '../common/clock.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import type { BackfillPosition, BackfillRepository } from './backfill.repository.ts';
import { PICTURE_HOLDERS, type PictureHolder } from './holders.ts';
import type { PictureTable } from './pictures.repository.ts';

const PAGE = 100;
/** No page is begun later than this: the sweep has 540 s for all it does. */
const BEGIN_WITHIN_MS = 240_000;

interface Dependencies {
  readonly backfill: BackfillRepository;
  readonly pictures: Pick<PictureTable, 'record'>;
  readonly bucket: BucketProvider;
  readonly clock: Clock;
}

/** Brings what was stored before there was a table of pictures into it. */
export interface PictureBackfill {
  /**
   * Goes on where the last run stopped: documents of every holder first, then the objects of the bucket. Nobody knows when these were
   * last shown, so they count as shown until now. Safe to repeat and to interrupt. @returns how many it dealt with
   */
  run(): Promise<number>;
  /** True once everything is in the table: no picture may be removed before. */
  isDone(): Promise<boolean>;
}

/** Those below other documents came with the table: none is older than it. */
const HOLDERS = Object.values<PictureHolder>(PICTURE_HOLDERS).filter(({ within }) => within === undefined);
const OBJECTS = 'objects';
const START: BackfillPosition = { step: HOLDERS[0]?.collection ?? OBJECTS, after: null };

export function createPictureBackfill({ backfill, pictures, bucket, clock }: Dependencies): PictureBackfill {
  /** @returns how many were noted, and where to go on in this collection; null at its end */
  async function noteHolders(holder: PictureHolder, after: string | null) {
    const ids = await backfill.next(holder, after, PAGE);
    await Promise.all(ids.map((id) => backfill.note(holder, id)));
    return { count: ids.length, after: ids.length < PAGE ? null : (ids.at(-1) ?? null) };
  }

  async function recordObjects(pageToken: string | null) {
    const [files, rest] = await (await bucket()).getFiles({
      prefix: `${IMAGE_FOLDER}/`,
      maxResults: PAGE,
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
    return { count: originals.length, after: typeof next === 'string' ? next : null };
  }

  /** Does one page. */
  async function advance({ step, after }: BackfillPosition): Promise<{ count: number; position: BackfillPosition }> {
    const index = HOLDERS.findIndex(({ collection }) => collection === step);
    const holder = HOLDERS[index];
    if (!holder && step !== OBJECTS) throw new Error(`the backfill of pictures has no step ${step}`);
    const done = holder ? await noteHolders(holder, after) : await recordObjects(after);
    if (done.after !== null) return { count: done.count, position: { step, after: done.after } };
    const following = holder ? (HOLDERS[index + 1]?.collection ?? OBJECTS) : null;
    return { count: done.count, position: { step: following, after: null } };
  }

  return {
    async run() {
      const endMs = clock.now().getTime() + BEGIN_WITHIN_MS;
      let position = (await backfill.position()) ?? START;
      let dealtWith = 0;
      while (position.step !== null && clock.now().getTime() < endMs) {
        const { count, position: next } = await advance(position);
        dealtWith += count;
        position = next;
        await backfill.save(position);
      }
      return dealtWith;
    },

    async isDone() {
      const position = await backfill.position();
      return position !== null && position.step === null;
    },
  };
}
