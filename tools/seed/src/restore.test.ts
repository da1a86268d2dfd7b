import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningStack, startStack } from 'firebase-local/testing/stack';
import { afterAll, expect, it } from 'vitest';

/* The rehearsal of docs/operations.md: everything is restored from a copy of the data folder. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'inkwell-restore-'));
const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
let stack: RunningStack;

afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

interface Post {
  readonly id: string;
  readonly likesCount: number;
}

const reader = { email: 'reader@restored.test', password: 'Only in the copy' };

async function call<T>(path: string, { token, body }: { token?: string; body?: object } = {}): Promise<T> {
  const answer = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'cache-control': 'no-cache',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const api = <T>(path: string, options = {}) => call<T>(`${stack.url}/api${path}`, options);

/** @returns the ID token */
async function authenticate(how: 'signUp' | 'signInWithPassword', account = reader): Promise<string> {
  const url = `http://127.0.0.1:${stack.ports.auth}/identitytoolkit.googleapis.com/v1/accounts:${how}?key=local`;
  return (await call<{ idToken: string }>(url, { body: { ...account, returnSecureToken: true } })).idToken;
}

async function hashOf(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** What readers find: posts with their counters and pictures, comments, figures. */
async function everything() {
  const posts = await api<Post[]>('/posts?limit=100');
  // Those of posts and of their authors.
  const pictures = new Set(JSON.stringify(posts).match(new RegExp(`http://[^"]*:${stack.ports.storage}/[^"]*`, 'g')));
  return {
    posts,
    pictures: await Promise.all([...pictures].map(hashOf)),
    comments: await Promise.all(posts.map(({ id }) => api<unknown[]>(`/posts/${id}/comments`))),
    stats: await api<object>('/stats'),
  };
}

it('restores posts, counters, pictures and passwords from a copy of the data', { timeout: 240_000 }, async () => {
  stack = await startStack({ root: ROOT, dataDir });
  const token = await authenticate('signUp');
  const [first] = await api<Post[]>('/posts?limit=1');
  await api(`/posts/${first?.id}/like`, { token, body: {} });
  await api(`/posts/${first?.id}/comments`, { token, body: { content: 'Written after the sample was loaded' } });
  const before = await everything();
  await stack.stop();
  cpSync(dataDir, copy, { recursive: true });

  rmSync(dataDir, { recursive: true });
  cpSync(copy, dataDir, { recursive: true });
  stack = await startStack({ root: ROOT, dataDir, ports: stack.ports });

  expect(await everything()).toEqual(before);
  expect(before.posts[0]?.likesCount).toBeGreaterThan(0);
  expect(before.pictures.length).toBeGreaterThan(5);
  expect(JSON.stringify(before.comments)).toContain('Written after the sample was loaded');
  const again = await authenticate('signInWithPassword');
  const account = { email: 'admin@inkwell.test', password: 'Inkwell#2026' };
  expect(await api('/auth/user', { token: await authenticate('signInWithPassword', account) })).toMatchObject({
    role: 'admin',
  });
  await expect(authenticate('signInWithPassword', { ...reader, password: 'Wrong' })).rejects.toThrow('400');
  await api(`/posts/${first?.id}/like`, { token: again, body: {} });
  expect((await api<Post[]>('/posts?limit=1'))[0]?.likesCount).toBe((before.posts[0]?.likesCount ?? 0) - 1);
});
