import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { storedAll } from '../testing/posts.ts';
import { resetFirestore } from '../testing/server.ts';

beforeEach(resetFirestore);

describe('the development mailbox', () => {
  it('shows queued emails with working links', async () => {
    await api.post('/api/newsletter/subscribe', { email: 'ada@example.com' });
    const [queued] = Object.values(await storedAll('mail'));
    const link = /http\S+\/newsletter\/confirm#token=\S+/.exec(queued?.message.text)?.[0];

    const page = await api.get('/api/dev/mailbox');

    expect(page.headers.get('content-type')).toContain('text/html');
    expect(link).toContain('http://localhost:3000/');
    expect(page.text).toContain(`href="${link}"`);
  });

  it('returns the stored emails as JSON, newest first, optionally for one address', async () => {
    await api.post('/api/newsletter/subscribe', { email: 'ada@example.com' });
    await api.post('/api/newsletter/subscribe', { email: 'bob@example.com' });

    const all = await api.get('/api/dev/mailbox.json');
    const toAda = await api.get('/api/dev/mailbox.json?to=ada@example.com');

    expect(all.body).toMatchObject([{ to: 'bob@example.com' }, { to: 'ada@example.com' }]);
    expect(toAda.body).toMatchObject([{ to: 'ada@example.com', headers: { 'Auto-Submitted': 'auto-generated' } }]);
    expect((await api.get('/api/dev/mailbox.json?to=nobody@example.com')).body).toEqual([]);
  });
});
