import { describe, expect, it } from 'vitest';
import type { Evaluation, RulesMethod } from '../../rules/evaluation.ts';
import { fromTimestamp } from '../../rules/firestore-values.ts';
import { parseRuleset } from '../../rules/ruleset.ts';
import { fromJson, map, NULL, path, type RulesValue, string } from '../../rules/values.ts';
import { askStorage, storageRules } from '../rulesets.ts';
import { type ExpressionGroup, STORAGE_EXPRESSIONS, type Verdict } from './storage-expressions.ts';
import { STORAGE_MATCHES } from './storage-matches.ts';

const TIME = fromTimestamp('2026-01-15T12:34:56.123456789Z');

const STANDARD_CLAIMS = {
  iat: 1_700_000_000,
  exp: 4_102_444_800,
  aud: 'demo',
  iss: 'https://securetoken.google.com/demo',
};

const CALLERS = {
  alice: {
    uid: 'alice',
    token: {
      ...STANDARD_CLAIMS,
      sub: 'alice',
      user_id: 'alice',
      email: 'alice@example.test',
      email_verified: true,
      admin: false,
      plan: 'pro',
      quota: 5,
      firebase: { sign_in_provider: 'password', identities: { email: ['alice@example.test'] } },
    },
  },
  admin: {
    uid: 'admin-user',
    token: {
      ...STANDARD_CLAIMS,
      sub: 'admin-user',
      user_id: 'admin-user',
      admin: true,
      firebase: { sign_in_provider: 'custom', identities: {} },
    },
  },
  nobody: null,
};

/** The fourteen fields of an object that rules can read. */
const STORED = {
  name: 'lang/object',
  bucket: 'corpus',
  generation: 1_757_000_000_000_000,
  metageneration: 2,
  size: 2048,
  timeCreated: new Date('2026-01-10T08:00:00Z'),
  updated: new Date('2026-01-12T09:30:00Z'),
  md5Hash: 'kAFQmDzST7DWlj99KOF/cg==',
  crc32c: 'z8SuHQ==',
  etag: 'CKjEgYS1u4gDEAI=',
  contentDisposition: 'inline',
  contentEncoding: 'identity',
  contentType: 'image/png',
  metadata: { owner: 'alice', visibility: 'private', version: '3' },
};

const PROPOSED = {
  ...STORED,
  generation: 1_758_000_000_000_000,
  metageneration: 1,
  size: 4096,
  timeCreated: new Date('2026-01-15T12:34:56Z'),
  updated: new Date('2026-01-15T12:34:56Z'),
  md5Hash: '1B2M2Y8AsgTpgAmY7PhCfg==',
  crc32c: 'AAAAAA==',
  etag: 'CJri3Ye1u4gDEAE=',
  contentDisposition: 'attachment; filename="upload.jpg"',
  contentEncoding: 'gzip',
  contentType: 'image/jpeg',
  metadata: { owner: 'alice', visibility: 'public' },
};

type Situation = Pick<ExpressionGroup, 'method' | 'as' | 'stored' | 'proposed' | 'documents'>;

const hasStored = (method: RulesMethod) => method !== 'create' && method !== 'list';
const hasProposed = (method: RulesMethod) => method === 'create' || method === 'update';

/** An object with its differences from `usual`; null if there is none. The method determines the default. */
function objectValue(usual: object, differences: null | undefined | object, isUsual: boolean): RulesValue {
  if (differences === null || (differences === undefined && !isUsual)) return NULL;
  return fromJson({ ...usual, ...differences });
}

function ask(rules: string, name: string, situation: Situation): Evaluation {
  const { method = 'get', as = 'alice', stored, proposed, documents } = situation;
  const segments = ['b', 'corpus', 'o', ...name.split('/')];
  return parseRuleset(rules, 'storage.rules').evaluate({
    service: 'firebase.storage',
    method,
    path: segments,
    request: map({
      auth: fromJson(CALLERS[as]),
      method: string(method),
      path: path(segments),
      time: TIME,
      resource: objectValue(PROPOSED, proposed, hasProposed(method)),
    }),
    resource: objectValue(STORED, stored, hasStored(method)),
    getDocument: (document) => {
      const data = documents?.[document.slice(3).join('/')];
      return data ? map({ data: fromJson(data), id: string(document.at(-1) ?? ''), __name__: path(document) }) : null;
    },
  });
}

function verdictOf({ permit, issues }: Evaluation): Verdict {
  if (permit) return 'allow';
  return issues.length > 0 ? 'error' : 'deny';
}

const groups = STORAGE_EXPRESSIONS.map((group) => ({ oracle: 'production', ...group }));

describe.each(groups)('$oracle: $title', ({ allow = [], deny = [], error = [], functions = '', ...group }) => {
  const cases = Object.entries({ allow, deny, error }).flatMap(([verdict, conditions]) =>
    conditions.map((condition) => [verdict, condition] as const),
  );

  it.each(cases)('%s: %s', (verdict, condition) => {
    const rules = `rules_version = '2';
      service firebase.storage { ${functions}
        match /b/{bucket}/o { match /lang/{name} { allow ${group.method ?? 'get'}: if ${condition}; } } }`;

    expect(verdictOf(ask(rules, 'lang/object', group))).toBe(verdict);
  });
});

describe('production: match blocks', () => {
  it.each(STORAGE_MATCHES)('%s (%s %s): %s', (statements, method, name, verdict) => {
    const situation = { method } as Situation;

    expect(verdictOf(ask(storageRules(statements), name, situation))).toBe(verdict);
  });

  it('binds the name of the bucket to its wildcard', () => {
    const rules = storageRules("match /x { allow get: if bucket == 'bucket'; }");

    expect(askStorage(rules, { path: 'x' }).permit).toBe(true);
  });
});

it('has at least 300 recorded results', () => {
  const expressions = STORAGE_EXPRESSIONS.flatMap(({ allow = [], deny = [], error = [] }) =>
    [allow, deny, error].flat(),
  );

  expect(expressions.length + STORAGE_MATCHES.length).toBeGreaterThanOrEqual(300);
});
