import { PICTURE_SLOT } from '@inkwell/shared/storage';
import { describe, expect, it } from 'vitest';
import { idFromKey } from '../common/ids.ts';
import type { Slot } from './pictures.repository.ts';
import { createPictureService } from './pictures.service.ts';

const NOW = new Date(Date.UTC(2026, 0, 15));
const ADA = { id: 'ada', role: 'user' } as const;
const FILE = { fileName: 'Old Boats.PNG', contentType: 'image/png' } as const;
const EARLIER = { name: 'earlier.png', until: new Date(NOW.getTime() + 1_000) };

function serviceOf({ earlier = null as typeof EARLIER | null, wait = 0 } = {}) {
  const [given, taken]: [unknown[][], unknown[][]] = [[], []];
  const service = createPictureService({
    pictures: {
      findSlot: async () => earlier as Slot | null,
      async giveSlot(ownerId, slot, at) {
        given.push([ownerId, slot, at]);
        return slot as Slot;
      },
    },
    limits: {
      async take(...args) {
        taken.push(args);
        return wait;
      },
    },
    clock: { now: () => NOW },
  });
  return { service, given, taken };
}

describe('a picture that a browser uploads', () => {
  it('has its own name for some minutes', async () => {
    const { service, given, taken } = serviceOf();
    const slot = await service.giveSlot(ADA, FILE, 'k');
    expect(slot.objectName).toMatch(new RegExp(`^images/${NOW.getTime()}-old-boats-[0-9a-f]{8}\\.png$`));
    const until = new Date(NOW.getTime() + PICTURE_SLOT.validMs);
    expect(slot.validUntil).toBe(until.toISOString());
    const name = slot.objectName.slice('images/'.length);
    expect(given).toEqual([['ada', { name, until, request: idFromKey('picture-slot', 'ada', 'k') }, NOW]]);
    expect(taken).toEqual([
      ['picture-slots-of-a-day', 'ada', { calls: PICTURE_SLOT.perDay, windowMs: 24 * 3_600_000 }],
    ]);
    expect((await service.giveSlot(ADA, FILE, null)).objectName).not.toBe(slot.objectName);
    expect(given[1]?.[1]).toMatchObject({ request: null });
  });

  it('has the same name for a repeated call, which does not count again', async () => {
    const { service, given, taken } = serviceOf({ earlier: EARLIER });
    const slot = { objectName: 'images/earlier.png', validUntil: EARLIER.until.toISOString() };
    expect(await service.giveSlot(ADA, FILE, 'k')).toEqual(slot);
    expect([given, taken]).toEqual([[], []]);
  });

  it('counts towards a daily limit', async () => {
    const { service, given } = serviceOf({ wait: 1 });
    const refusal = { code: 'too-many', message: PICTURE_SLOT.tooMany, options: { retryAfterSeconds: 1 } };
    await expect(service.giveSlot(ADA, FILE, null)).rejects.toMatchObject(refusal);
    expect(given).toEqual([]);
  });
});
