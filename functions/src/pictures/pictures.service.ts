import { randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import { IMAGE_FOLDER, imageBaseName } from '@inkwell/shared/images';
import type { Viewer } from '@inkwell/shared/permissions';
import { PICTURE_SLOT, type PictureSlot, type PictureSlotInput } from '@inkwell/shared/storage';
import type { Clock } from '../common/clock.ts';
import { idFromKey } from '../common/ids.ts';
import type { LimitRepository } from '../limits/limits.repository.ts';
import type { PictureTable, Slot } from './pictures.repository.ts';

const DAY_MS = 24 * 3_600_000;
const PER_DAY = { calls: PICTURE_SLOT.perDay, windowMs: DAY_MS } as const;

export interface PictureService {
  /**
   * Gives the caller a name that their browser may store one picture under. The name is the same for the same `key` while it is valid. A new name
   * replaces the previous one.
   * @throws AppError `too-many` after 20 within 24 hours, across all instances
   */
  giveSlot(actor: NonNullable<Viewer>, input: PictureSlotInput, key: string | null): Promise<PictureSlot>;
}

export function createPictureService({
  pictures,
  limits,
  clock,
}: {
  pictures: Pick<PictureTable, 'findSlot' | 'giveSlot'>;
  limits: Pick<LimitRepository, 'take'>;
  clock: Clock;
}): PictureService {
  const answerOf = ({ name, until }: Slot): PictureSlot => ({
    objectName: `${IMAGE_FOLDER}/${name}`,
    validUntil: until.toISOString(),
  });

  return {
    async giveSlot({ id }, { fileName, contentType }, key) {
      const at = clock.now();
      const request = key === null ? null : idFromKey('picture-slot', id, key);
      const earlier = request === null ? null : await pictures.findSlot(id, request, at);
      if (earlier) return answerOf(earlier);
      const retryAfterSeconds = await limits.take('picture-slots-of-a-day', id, PER_DAY);
      if (retryAfterSeconds > 0) throw new AppError('too-many', PICTURE_SLOT.tooMany, { retryAfterSeconds });

      const readable = `${imageBaseName(fileName)}-${randomBytes(4).toString('hex')}`;
      const name = `${at.getTime()}-${readable}.${contentType.slice('image/'.length)}`;
      const until = new Date(at.getTime() + PICTURE_SLOT.validMs);
      return answerOf(await pictures.giveSlot(id, { name, until, request }, at));
    },
  };
}
