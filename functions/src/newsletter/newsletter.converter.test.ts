import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeSubscriber, toSubscriber, toSubscriberDetails } from './newsletter.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

describe('a subscriber', () => {
  const consents = [{ at: at(3), text: 'Yes', source: 'form' as const }];
  const stored = decodeSubscriber(
    documentOf('s', {
      email: 'a@example.com',
      isConfirmed: true,
      subscribedAt: at(1),
      confirmedAt: at(2),
      wants: ['digest'],
      categories: [3],
      accountId: 'ada',
      labels: ['Old list'],
      consents,
    }),
  );

  it('is decoded with defaults for fields that an older document lacks', () => {
    expect(decodeSubscriber(documentOf('s'))).toBeNull();
    expect(decodeSubscriber(documentOf('s', { isConfirmed: false }))).toEqual({
      id: 's',
      email: null,
      isConfirmed: false,
      subscribedAt: null,
      confirmedAt: null,
      tokenHash: null,
      tokenExpiresAt: null,
      generation: 0,
      emailKey: null,
      wants: ['newsletter'],
      categories: null,
      accountId: null,
      labels: [],
      consents: [],
      importId: null,
      importPlace: null,
      leftAt: null,
      fromPost: null,
    });
  });

  it('is shown with each of its times, choices and consents', () => {
    const shown = { id: 's', email: 'a@example.com', isConfirmed: true, subscribedAt: at(1).toISOString() };
    expect(stored && toSubscriber(stored)).toEqual(shown);
    expect(stored && toSubscriberDetails(stored)).toEqual({
      ...shown,
      confirmedAt: at(2).toISOString(),
      wants: ['digest'],
      categories: [3],
      hasAccount: true,
      labels: ['Old list'],
      consents: [{ at: at(3).toISOString(), text: 'Yes', source: 'form' }],
    });
    expect(stored && toSubscriberDetails({ ...stored, accountId: null, confirmedAt: null })).toMatchObject({
      hasAccount: false,
      confirmedAt: null,
    });
  });
});
