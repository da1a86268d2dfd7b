import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CompleteTestSuite, startCompleteTestSuite } from 'firebase-local/testing/complete';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let suite: CompleteTestSuite;

beforeAll(async () => {
  suite = await startCompleteTestSuite();
});

afterAll(() => suite?.stop());

async function signUp(email: string): Promise<string> {
  const url = `http://${suite.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`;
  const body = { email, password: 'Inkwell#2026', displayName: 'Rita Reader', returnSecureToken: true };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { idToken: string }).idToken;
}

async function call<T>(method: string, path: string, token?: string, body?: object) {
  const answer = await fetch(suite.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

const readPage = async (path: string): Promise<string> => (await fetch(suite.url + path)).text();

describe("the product in Google's complete suite", () => {
  it('takes a reader from the home page to a comment', async () => {
    expect(await call('GET', '/api/posts')).toEqual({ status: 200, body: [] });
    const author = await signUp('author@example.com');
    await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'scripts/set-role.ts', 'author@example.com', 'admin'],
      {
        cwd: new URL('..', import.meta.url),
        env: { ...process.env, ...suite.env },
      },
    );
    const post = { title: 'Salt early', content: 'Salt **early**, and late.', isPublished: true };
    const { body: posted } = await call<{ id: string; slug: string }>('POST', '/api/posts', author, post);
    const { id, slug } = posted;

    expect(await readPage('/')).toContain('Salt early');
    expect(await readPage(`/posts/${id}/${slug}`)).toContain('Salt <strong>early</strong>, and late.');
    const reader = await signUp('reader@example.com');
    expect((await call('POST', `/api/posts/${id}/like`, reader)).status).toBe(200);
    expect((await call('POST', `/api/posts/${id}/comments`, reader, { content: 'Late, too!' })).status).toBe(201);

    expect((await call('GET', `/api/posts/${id}`)).body).toMatchObject({ title: 'Salt early', likesCount: 1 });
    expect((await call('GET', `/api/posts/${id}/comments`)).body).toMatchObject([{ content: 'Late, too!' }]);
  });
});
