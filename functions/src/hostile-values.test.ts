import type { Access } from '@inkwell/shared/endpoint';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import { send } from './testing/api.ts';
import { CALLS, labelOf } from './testing/calls.ts';
import { aComment, storeComments } from './testing/comments.ts';
import { seedPost } from './testing/posts.ts';
import { sampled } from './testing/sampled.ts';
import { clock, logLines, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/* Sends values that break Firestore or JavaScript in every field of every body and query of the contract: no answer is 5xx. */

const cases = CALLS.map((call) => [labelOf(call), call] as const);

type Json = Record<string, unknown>;
type JsonSchema = z.core.JSONSchema.BaseSchema;

const cursor = (text: string): string => Buffer.from(text).toString('base64url');

const LONG = 'x'.repeat(1_500);
const TEXTS = ['__x__', '__proto__', 'constructor', LONG, '\u0000', '\ud800', '\u202e\u200b', 'a/../b'];
const IDS = ['__x__', '__proto__', 'a/b', '.', '..', 'a.b', LONG, '', '\u0000'];
const TIMES = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-14:00',
  '0001-01-01T00:00:00+14:00',
];
const CURSORS = [
  ...['1.x.a/b', '1.x.', '1.x.__y__', '1.x..', '0.__x__', '253402300799999.x', '999999999999999.x', '5.x.\u0000'],
  ...['1.a/b', '1.', 'x.y', `1.x.${'é'.repeat(150)}`],
].map(cursor);
const NUMBERS = [-1, 0.5, 1e300, Number.MAX_SAFE_INTEGER];

/** A value that a schema accepts, as far as JSON Schema can express it. */
function sampleOf(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleOf(choices.find((one) => one.type !== 'null') as JsonSchema);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner as JsonSchema)]),
      );
    case 'array':
      return [sampleOf(schema.items as JsonSchema)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    default:
      if (schema.format === 'date-time') return clock.now().toISOString();
      return String(schema.pattern ?? '').includes('{20}') ? 'a'.repeat(20) : 'sample';
  }
}

/** The paths of the texts and numbers of a schema, each with the hostile values to send. */
function placesIn(
  schema: JsonSchema,
  path: readonly string[] = [],
): { path: readonly string[]; hostile: readonly unknown[] }[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((one) => placesIn(one as JsonSchema, path));
  if (schema.type === 'object') {
    return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      placesIn(inner as JsonSchema, [...path, name]),
    );
  }
  if (schema.type === 'array') return placesIn(schema.items as JsonSchema, [...path, '0']);
  if (schema.type === 'integer' || schema.type === 'number') return [{ path, hostile: NUMBERS }];
  if (schema.type !== 'string' || schema.enum || schema.const !== undefined) return [];
  if (path.at(-1) === 'cursor') return [{ path, hostile: CURSORS }];
  if (schema.format === 'date-time') return [{ path, hostile: TIMES }];
  return [{ path, hostile: String(schema.pattern ?? '').includes('A-Za-z0-9_-') ? IDS : TEXTS }];
}

function put(value: unknown, [name, ...rest]: readonly string[], hostile: unknown): unknown {
  if (name === undefined) return hostile;
  // The sample has one of several shapes.
  if (name === '0') return [put(Array.isArray(value) ? value[0] : undefined, rest, hostile)];
  const fields = value instanceof Object ? (value as Json) : {};
  return { ...fields, [name]: put(fields[name], rest, hostile) };
}

const schemaOf = (schema: ZodMiniType): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

let callers: Record<Access, TestUser>;
const ids = { post: '', comment: 'start', account: '' };

const addressOf = (path: string): string =>
  path
    .replace(/(?<=\/comments\/):id/, ids.comment)
    .replace(/(?<=\/users\/):id/, ids.account)
    .replace(/:id/, ids.post)
    .replace(/:\w+/g, 'unknown');

const queryOf = (query: Json): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
};

beforeAll(async () => {
  await resetFirestore();
  const [reader, moderator, admin, account] = await Promise.all([
    signIn({ ageMs: 2 * 86_400_000 }),
    signIn({ role: 'moderator' }),
    signIn({ role: 'admin' }),
    signIn(),
  ]);
  callers = { public: reader, 'signed-in': reader, writer: moderator, staff: moderator, admin };
  ids.account = account.id;
  ids.post = (await seedPost()).id;
  await storeComments([aComment({ id: ids.comment, postId: ids.post, authorId: reader.id })]);
});

beforeEach(() => clock.advance(61_000));

describe.each(cases)('%s', (_, call) => {
  it('never answers a hostile value with 5xx', async () => {
    const user = callers[call.access];
    const address = addressOf(call.path);
    const query = call.query ? schemaOf(call.query) : null;
    const body = call.body && call.method !== 'GET' ? schemaOf(call.body) : null;
    const requests = [
      ...(query
        ? placesIn(query).flatMap(({ path, hostile }) =>
            sampled(hostile).flatMap((value) => [
              // Alone and with all other fields, because the refusal of another field must not hide its own.
              { to: `${address}${queryOf({ [path[0] ?? '']: value })}`, body: body && sampleOf(body) },
              { to: `${address}${queryOf(put(sampleOf(query), path, value) as Json)}`, body: body && sampleOf(body) },
            ]),
          )
        : []),
      ...(body
        ? placesIn(body).flatMap(({ path, hostile }) =>
            sampled(hostile).map((value) => ({ to: address, body: put(sampleOf(body), path, value) })),
          )
        : []),
    ];

    const failed: unknown[] = [];
    for (let first = 0; first < requests.length; first += 10) {
      clock.advance(61_000);
      const answers = await Promise.all(
        requests.slice(first, first + 10).map(async (request) => {
          const { status } = await send(call.method, request.to, {
            user,
            ...(request.body ? { body: request.body } : {}),
          });
          return { status, request };
        }),
      );
      failed.push(...answers.filter(({ status }) => status >= 500));
    }

    expect(failed).toEqual([]);
    expect(logLines.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  });
});
