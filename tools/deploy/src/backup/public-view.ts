import { createHash } from 'node:crypto';

/* A running stack as seen by readers. For tests. */

interface Stack {
  readonly url: string;
  readonly ports: { readonly auth: number; readonly storage: number };
}

export interface Post {
  readonly id: string;
  readonly likesCount: number;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

interface Options {
  readonly token?: string;
  readonly body?: object;
}

async function call<T>(path: string, { token, body }: Options = {}): Promise<T> {
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

async function hashOf(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

export function publicViewOf({ url, ports }: Stack) {
  const api = <T>(path: string, options?: Options) => call<T>(`${url}/api${path}`, options);
  return {
    api,
    /** @returns the ID token */
    async authenticate(how: 'signUp' | 'signInWithPassword', account: Account): Promise<string> {
      const at = `http://127.0.0.1:${ports.auth}/identitytoolkit.googleapis.com/v1/accounts:${how}?key=local`;
      return (await call<{ idToken: string }>(at, { body: { ...account, returnSecureToken: true } })).idToken;
    },
    /** The public data: posts with their counters and pictures, comments, figures. */
    async everything() {
      const posts = await api<Post[]>('/posts?limit=100');
      // Pictures of posts and of their authors.
      const pictures = new Set(JSON.stringify(posts).match(new RegExp(`http://[^"]*:${ports.storage}/[^"]*`, 'g')));
      return {
        posts,
        pictures: await Promise.all([...pictures].map(hashOf)),
        comments: await Promise.all(posts.map(({ id }) => api<unknown[]>(`/posts/${id}/comments`))),
        stats: await api<object>('/stats'),
      };
    },
  };
}
