import { beforeEach, describe, expect, it } from 'vitest';
import { addressIdOf } from '../mail/tokens.ts';
import { api } from '../testing/api.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { subscriberUpgrade, TEXT_OF_BEFORE } from './subscriber-upgrade.repository.ts';

beforeEach(async () => {
  await resetFirestore();
  clock.advance(60_000);
});

describe('older subscribers', () => {
  it('want only the newsletter, are found by their address, and keep the time of consent; a repeat changes nothing', async () => {
    const [asked, confirmed] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-01T10:07:00Z')];
    const before = { generation: 7, tokenHash: null, tokenExpiresAt: null, schemaVersion: 1 };
    await db.doc('subscribers/confirmed').set({
      ...before,
      email: 'Ada@Example.com',
      isConfirmed: true,
      subscribedAt: asked,
      confirmedAt: confirmed,
      expireAt: null,
    });
    await db.doc('subscribers/ended').set({ isConfirmed: false, generation: 8, expireAt: confirmed, schemaVersion: 1 });
    await api.post('/api/newsletter/subscribe', { email: 'new@example.com' });
    const newer = await stored(`subscribers/${addressIdOf('new@example.com')}`);

    await subscriberUpgrade(db).step(null);
    const upgraded = await storedAll('subscribers');
    const [kept, ended] = [upgraded.confirmed, upgraded.ended];
    expect(await subscriberUpgrade(db).step(null)).toMatchObject({ count: 3, next: null });

    expect(kept).toMatchObject({
      email: 'Ada@Example.com',
      emailKey: 'ada@example.com',
      wants: ['newsletter'],
      categories: null,
      accountId: null,
      schemaVersion: 9,
    });
    expect(
      kept?.consents.map((one: { at: { toDate(): Date }; text: string; source: string }) => [
        one.at.toDate(),
        one.text,
        one.source,
      ]),
    ).toEqual([
      [asked, TEXT_OF_BEFORE, 'before'],
      [confirmed, TEXT_OF_BEFORE, 'before'],
    ]);
    expect(Object.keys(ended ?? {}).sort()).toEqual(['expireAt', 'generation', 'isConfirmed', 'schemaVersion']);
    expect(await storedAll('subscribers')).toEqual(upgraded);
    expect(await stored(`subscribers/${addressIdOf('new@example.com')}`)).toEqual(newer);
  });
});
