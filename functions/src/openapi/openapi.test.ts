import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApp } from '../compose/api.ts';
import { api, send } from '../testing/api.ts';
import { CALLS, labelOf } from '../testing/calls.ts';
import { dependencies } from '../testing/server.ts';
import { openApiDocument } from './document.ts';
import { curlExample } from './examples.ts';
import { apiMarkdown } from './markdown.ts';

const document = openApiDocument();

const described = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

interface Layer {
  readonly route?: { readonly path: string; readonly stack: readonly { readonly method?: string }[] };
  readonly handle?: { readonly stack?: readonly Layer[] };
}

/** Every route of Express, at any depth: `GET /api/posts/{id}`. */
function servedBy(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return servedBy(handle?.stack ?? []);
    const methods = new Set(route.stack.flatMap(({ method }) => (method ? [method.toUpperCase()] : [])));
    return [...methods].map((method) => `${method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
  });
}

const served = (config: Partial<typeof dependencies.config> = {}) =>
  servedBy(createApp({ ...dependencies, config: { ...dependencies.config, ...config } }).router.stack as Layer[]);

describe('the OpenAPI document', () => {
  it('describes every call of the contract', () => {
    expect(described.sort()).toEqual(CALLS.map((call) => labelOf(call).replace(/:(\w+)/g, '{$1}')).sort());
  });

  it('describes exactly the mounted routes', () => {
    const about = ['GET /api/openapi.json', 'GET /api/docs', 'POST /mcp'];
    expect(served({ isLocal: false }).sort()).toEqual([...described, ...about].sort());
  });

  it('reaches every route, because no earlier pattern matches its path', () => {
    const routes = served().map((route) => route.split('/'));
    const takes = (pattern: string[], path: string[]) =>
      pattern.length === path.length && pattern.every((part, n) => part === path[n] || (n > 0 && part.startsWith('{')));

    const hidden = routes.filter((path, index) => routes.slice(0, index).some((earlier) => takes(earlier, path)));
    expect(hidden).toEqual([]);
  });

  it('refers only to shapes that it contains, and uses each', () => {
    const text = JSON.stringify(document);
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);

    expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)));
    expect(text).not.toContain('$defs');
  });

  it('gives every operation a unique id, path parameters and a success answer', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );

    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    for (const { path, parameters, responses } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
      expect(Object.keys(responses).filter((status) => Number(status) < 400)).toHaveLength(1);
    }
  });

  it('describes the answer to a conflict', () => {
    expect(document.paths['/api/posts/{id}']?.patch?.responses).toMatchObject({
      409: { content: { 'application/json': { schema: { $ref: '#/components/schemas/PostConflict' } } } },
    });
  });

  it('contains the limits of the contract', () => {
    const { PostInput, Broadcast } = document.components.schemas;

    expect(PostInput).toMatchObject({ properties: { title: { maxLength: 200 } }, required: ['title', 'content'] });
    expect(Broadcast).toMatchObject({ properties: { type: { enum: ['info', 'success', 'warning', 'error'] } } });
    expect(document.paths['/api/posts']?.get?.parameters[0]).toMatchObject({
      name: 'limit',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    });
  });

  it('is served', async () => {
    const answer = await api.get('/api/openapi.json');

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
  });
});

describe('docs/api.md', () => {
  it('is what `npm run docs --workspace functions` writes', () => {
    expect(readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')).toBe(apiMarkdown(document));
  });
});

describe('the reference for people', () => {
  const page = async (method = 'GET', headers = {}) => send(method, '/api/docs', { headers });

  it('is a page with its own styles and without scripts, for everybody, without reads', async () => {
    const answer = await page();
    const { text: html, headers } = answer;

    expect(answer).toMatchObject({ status: 200, reads: 0, writes: 0 });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=300');
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(html).not.toMatch(/<script|<img|style="|<!--/);
    expect(html).toContain('<a class="skip" href="#reference">');
  });

  it('is revalidated, and has the same headers without its body', async () => {
    const etag = (await page()).headers.get('etag') ?? '';

    expect(await page('GET', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    const head = await page('HEAD');
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
  });

  it('has every call with its scope and an example', async () => {
    const [, main = ''] = (await page()).text.split('<main');
    const parts = new Map(main.split('<h3 ').map((part) => [/>([^<]*)<\/h3>/.exec(part)?.[1] ?? '', part]));

    for (const call of CALLS) {
      const part = parts.get(labelOf(call).replace(/:(\w+)/g, '{$1}'));
      const [, example = ''] = /<code class="language-sh">([\s\S]*?)<\/code>/.exec(part ?? '') ?? [];
      expect(example).toContain('$SITE/api/');
      expect(example.includes('Authorization: Bearer')).toBe(call.access !== 'public');
      if (call.scope) expect(part).toContain(`scope <code>${call.scope}</code>`);
    }
  });

  it('has unique ids, and links that lead somewhere', async () => {
    const { text: html } = await page();
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => String(href));

    expect(new Set(ids).size).toBe(ids.length);
    const headings = new Map([...html.matchAll(/<h[23] id="([^"]+)">([^<]*)</g)].map(([, id, words]) => [id, words]));
    const inside = [...html.matchAll(/<a href="#(section-[^"]+)">([^<]*)</g)];
    expect(inside.length).toBeGreaterThan(CALLS.length);
    expect(inside.filter(([, id, words]) => headings.get(id) !== words).map(([link]) => link)).toEqual([]);
    expect(links.filter((href) => !href.startsWith('#'))).toEqual(['/api/openapi.json']);
  });

  it('shows bodies with everything that the contract requires', () => {
    const { schemas } = document.components;
    const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const { schema } = operation.requestBody?.content['application/json'] ?? {};
        const example = curlExample({ method: method.toUpperCase(), path, operation }, schemas);
        return schema ? [{ schema, body: JSON.parse(/-d '(.*)'$/.exec(example)?.[1] ?? 'null') }] : [];
      }),
    );

    expect(bodies.length).toBeGreaterThan(80);
    for (const { schema, body } of bodies) {
      const { required = [] } = (schema.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema) ?? {};
      expect(Object.keys(body)).toEqual(expect.arrayContaining(required));
    }
  });
});

describe('the development mailbox', () => {
  it('is served only on the local stack', () => {
    const mailbox = ['GET /api/dev/mailbox', 'GET /api/dev/mailbox.json'];

    expect(served({ isLocal: true })).toEqual(expect.arrayContaining(mailbox));
    expect(served({ isLocal: false }).filter((route) => route.includes('/dev/'))).toEqual([]);
  });
});
