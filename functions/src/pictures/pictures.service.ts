import { randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import { IMAGE_FOLDER, imageBaseName } from '@inkwell/shared/images';
import type { Viewer } from '@inkwell/shared/permissions';
import { PICTURE_SLOT, type PictureSlot, type PictureSlotInput } from '@inkwell/shared/storage';
import type { Clock } from '../common/clock.ts';
import type { LimitRepository } from '../limits/limits.repository.ts';
import type { PictureTable } from './pictures.repository.ts';

const DAY_MS = 24 * 3_600_000;
const PER_DAY = { calls: PICTURE_SLOT.perDay, windowMs: DAY_MS } as const;

export interface PictureService {
  /**
   * Gives the caller a name under which their browser may store one picture. A new name replaces the one before. Reads 1
   * document, writes 3.
   * @throws AppError `too-many` after 20 within 24 hours, on all instances together
   */
  giveSlot(actor: NonNullable<Viewer>, input: PictureSlotInput): Promise<PictureSlot>;
}

export function createPictureService({
  pictures,
  limits,
  clock,
}: {
  pictures: Pick<PictureTable, 'giveSlot'>;
  limits: Pick<LimitRepository, 'take'>;
  clock: Clock;
}): PictureService {
  return {
    async giveSlot({ id }, { fileName, contentType }) {
      const at = clock.now();
      const retryAfterSeconds = await limits.take('picture-slots-of-a-day', id, PER_DAY);
      if (retryAfterSeconds > 0) throw new AppError('too-many', PICTURE_SLOT.tooMany, { retryAfterSeconds });

      const readable = `${imageBaseName(fileName)}-${randomBytes(4).toString('hex')}`;
      const name = `${at.getTime()}-${readable}.${contentType.slice('image/'.length)}`;
      const until = new Date(at.getTime() + PICTURE_SLOT.validMs);
      await pictures.giveSlot(id, name, { at, until });
      return { objectName: `${IMAGE_FOLDER}/${name}`, validUntil: until.toISOString() };
    },
  };
}
