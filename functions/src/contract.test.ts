import type { Access, EndpointDefinition } from '@inkwell/shared/endpoint';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi/document.ts';
import { send, type TestAnswer } from './testing/api.ts';
import { CALLS, labelOf } from './testing/calls.ts';
import { sampled } from './testing/sampled.ts';
import { clock, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/* Sends every call of the contract invalid input: it must refuse with a status that the reference lists. */

const cases = CALLS.map((call) => [labelOf(call), call] as const);

const { paths } = openApiDocument();
const statusesOf = ({ method, path }: EndpointDefinition): number[] =>
  Object.keys(paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {}).map(Number);

const HOSTILE_BODIES = [
  '{',
  'null',
  '[]',
  '""',
  '7',
  '{}',
  '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"isBlocked":true}}}',
  '{"title":{"$gt":""},"content":[],"message":{},"email":{"a":1},"token":[],"role":null,"liked":"yes","name":{}}',
  '{"title":"\\u0000\\ud800","content":"\\ud800","message":"\\u0000","email":"\\u0000@x","token":"\\u0000","name":"\\ud800"}',
  `{"categoryId":1e400,"isPublished":"true","featuredImage":"javascript:alert(1)","title":"t","content":"c"}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
];

const HOSTILE_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
];

const HOSTILE_QUERIES = [
  '?limit=-1&cursor=AAAA&q[]=1',
  '?limit=1e9&q=%00&token=%00',
  '?q=%ff%fe&categoryId=NaN',
  '?cursor=eyJfX3Byb3RvX18iOnt9fQ&limit=1',
  '?limit[__proto__]=1&q[toString]=1&token[a]=b',
  `?q=${'%F0%9F%98%80'.repeat(300)}`,
];

const HOSTILE_IDS = [
  '__proto__',
  '__id__',
  '..%2f..',
  '%00',
  '%ff',
  'a%2Fb',
  'x'.repeat(1_500),
  'x'.repeat(2_000),
  'a.b',

  '%F0%9F%98%80',
];

/** Paths with a text by the caller instead of an id. */
const TAKES_ANY_TEXT = ['/api/bookmarks/lists/:name'];

const bodyFor = ({ method }: EndpointDefinition) => (method === 'GET' ? undefined : {});

const withId = (path: string, id: string) => path.replace(/:\w+/g, () => id);

const visitors: Record<Access, TestUser | undefined> = {
  public: undefined,
  'signed-in': undefined,
  writer: undefined,
  staff: undefined,
  admin: undefined,
};

beforeAll(async () => {
  await resetFirestore();
  visitors['signed-in'] = await signIn();
  visitors.writer = await signIn({ writing: 'author' });
  visitors.staff = await signIn({ role: 'moderator' });
  visitors.admin = await signIn({ role: 'admin' });
});

// Rate limits are tested elsewhere.
beforeEach(() => clock.advance(60_000));

const check = (call: EndpointDefinition, { status, text }: TestAnswer, sent: string) => {
  // Addresses that no longer match a call, or with broken percent-encoding, are refused earlier.
  expect({ sent, status, isListed: [...statusesOf(call), 304, 400, 404].includes(status) }).toMatchObject({
    isListed: true,
  });
  expect(text).not.toMatch(/at .*\.(?:ts|js):\d+|node_modules|ZodError|firestore|grpc/i);
};

describe.each(cases.filter(([, call]) => call.access !== 'public'))('%s', (_, call) => {
  const path = withId(call.path, 'unknown');

  it('refuses tokens that were never issued', { tags: 'thorough' }, async () => {
    for (const token of ['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJ1aWQiOiJhZG1pbiJ9.', 'x'.repeat(9_000)]) {
      const { status } = await send(call.method, path, { headers: { authorization: `Bearer ${token}` } });
      expect(status).toBe(401);
    }
  });
});

describe.each(cases)('%s', (_, call) => {
  const path = withId(call.path, 'unknown');
  const caller = () => visitors[call.access === 'public' ? 'signed-in' : call.access];

  it('refuses hostile bodies, queries and ids with the documented status', { tags: 'thorough' }, async () => {
    const user = caller();
    const sendAll = (requests: { sent: string; to?: string; body?: unknown; type?: string }[]) =>
      Promise.all(
        requests.map(async ({ sent, to = path, body, type }) => {
          const answer = await send(call.method, to, {
            user,
            body,
            ...(type && { headers: { 'content-type': type } }),
          });
          check(call, answer, sent.slice(0, 80));
          return answer.status;
        }),
      );

    if (call.method !== 'GET') {
      await sendAll(sampled(HOSTILE_BODIES).map((body) => ({ sent: body, body, type: 'application/json' })));
      await sendAll(sampled(HOSTILE_TYPES).map((type) => ({ sent: type, body: '{}', type })));
      clock.advance(60_000);
    }
    await sendAll(sampled(HOSTILE_QUERIES).map((query) => ({ sent: query, to: `${path}${query}` })));
    if (!call.path.includes(':')) return;

    const answers = await sendAll(
      sampled(HOSTILE_IDS).map((id) => ({ sent: id, to: withId(call.path, id), body: bodyFor(call) })),
    );
    if (!TAKES_ANY_TEXT.includes(call.path)) expect(answers.filter((status) => status < 400)).toEqual([]);
  });
});
