// @module-tag thorough

import { readSubscribers } from '@inkwell/formats/subscribers';
import { sourceOf } from '@inkwell/formats/testing/sources';
import { expect, it } from 'vitest';
import { readAll } from './first-pass.ts';

it('does not count people who unsubscribed as subscribers', async () => {
  const csv = 'email,status\na@example.org,unsubscribed\nb@example.org,bounced\nc@example.org,pending\n';
  const records = readSubscribers({ source: sourceOf(csv) });

  const { counts } = await readAll(records, {
    format: 'subscribers',
    area: null,
    pictureFile: async () => null,
    isFetching: false,
  });

  expect(counts).toEqual({ subscriber: 0, 'former-subscriber': 2, suppression: 1, 'unconfirmed-subscriber': 1 });
});
