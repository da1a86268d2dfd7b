import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { COLLECTIONS } from '../firestore/collections.ts';
import { api } from '../testing/api.ts';
import { storedAll } from '../testing/posts.ts';
import { resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';
import { HELD, privacyDocument } from './privacy.ts';

beforeEach(resetFirestore);

describe('the texts about personal data', () => {
  it('cover exactly the collections with personal data', () => {
    const holding = Object.entries(COLLECTIONS).filter(([, { personal }]) => personal.length > 0);

    expect(Object.keys(HELD).sort()).toEqual(holding.map(([path]) => path).sort());
  });

  it('give storage times as numbers', () => {
    for (const [path, { kept }] of Object.entries(HELD))
      expect([path, kept]).toEqual([path, expect.stringMatching(/\d/)]);
  });

  it('are the same as in docs/privacy.md', () => {
    const url = new URL('../../../docs/privacy.md', import.meta.url);

    expect(readFileSync(url, 'utf8')).toBe(privacyDocument());
  });
});

describe('POST /api/admin/pages/privacy', () => {
  const make = (user?: Parameters<typeof api.post>[2]) => api.post('/api/admin/pages/privacy', undefined, user);

  it('stores an unpublished page with these texts, once', async () => {
    const admin = await signIn({ role: 'admin' });

    const made = await make(admin);

    expect([made.status, made.body]).toMatchObject([201, { title: 'Privacy', slug: 'privacy', isPublished: false }]);
    expect(made.body.content).toContain('Your comments with their earlier texts');
    const again = await make(admin);
    expect([again.status, Object.keys(await storedAll('pages'))]).toEqual([409, [made.body.id]]);
  });
});
