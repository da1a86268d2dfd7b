import { type CompleteTestSuite, startCompleteTestSuite } from 'firebase-local/testing/complete';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let suite: CompleteTestSuite;

beforeAll(async () => {
  suite = await startCompleteTestSuite();
}, 120_000);

afterAll(() => suite?.stop(), 30_000);

describe("the api in Google's Functions emulator", () => {
  it('answers through the Hosting emulator, from Firestore', { timeout: 120_000 }, async () => {
    const res = await fetch(`${suite.url}/api/posts`);

    expect(res.status).toBe(200);
    expect(await res.json()).toEqual([]);
    expect(res.headers.get('x-total-count')).toBe('0');
  });
});
