import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeHops, verify } from './checks.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function findingsOf(answer: RequestListener) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { liveUrl: `${url.replace('http', 'ws')}/ws`, adminToken: 'admin', bucket: 'b', storageOrigin: url };
  return verify({ url, ...options });
}

describe('a site', () => {
  it('that gives the same answer to everything fails each check', async () => {
    const findings = await findingsOf((_req, res) => {
      res.setHeader('cache-control', 'public, max-age=31536000, immutable').end('hello');
    });

    const failures = findings.filter(({ state }) => state === 'failed').map(({ what }) => what);
    expect(failures).toEqual(
      expect.arrayContaining([
        '/ answers 200',
        '/api/auth/user answers 401',
        '/posts/there-is-no-such-post answers 404',
        '/preview/there-is-no-such-link answers 404',
        '/ carries the headers that protect',
        'a missing file below /assets is a 404 that nobody keeps',
        'pages are rendered by the build that Hosting serves',
        'uploads through the API are refused without rights',
        'uploads past the API are refused by the rules',
        'proxies',
      ]),
    );
    expect(findings.find(({ what }) => what.endsWith('takes sockets'))?.detail).toBe('the upgrade was answered 200');
  });

  it('that caches missing files for a year gets an explanation', async () => {
    const findings = await findingsOf((_req, res) => {
      res.setHeader('cache-control', 'public, max-age=31536000, immutable').writeHead(404).end();
    });

    expect(findings.find(({ what }) => what.startsWith('a missing file'))?.detail).toContain('npm run deploy');
  });

  it.each([
    ['', 'pages come without content: see the log of `page`'],
    [' data-build="/assets/app-1.js" data-parts=""', ''],
    [
      ' data-build="/assets/app-2.js" data-parts=""',
      '`page` renders the build of /assets/app-2.js, Hosting serves that of /assets/app-1.js. Browsers render each page again: deploy both',
    ],
  ])('compares the builds if the root of a page has the attributes `%s`', async (attributes, detail) => {
    const findings = await findingsOf((req, res) => {
      const scripts = ['vendor-1.js', 'app-1.js'].map(
        (name) => `<meta name="inkwell-script" content="/assets/${name}">`,
      );
      res.end(req.url === '/app.html' ? scripts.join('') : `${scripts.join('')}<div id="root"${attributes}></div>`);
    });

    expect(findings.find(({ what }) => what.startsWith('pages are rendered'))?.detail).toBe(detail);
  });

  it('that does not exist fails', async () => {
    const findings = await verify({
      url: 'http://127.0.0.1:9',
      liveUrl: null,
      adminToken: null,
      bucket: null,
      storageOrigin: 'http://127.0.0.1:9',
    });

    expect(findings.filter(({ state }) => state === 'ok')).toEqual([]);
    expect(findings.find(({ what }) => what === 'rewrites')?.state).toBe('failed');
    expect(findings.find(({ what }) => what === 'sockets')?.state).toBe('unknown');
  });
});

describe('the number of trusted proxies', () => {
  const FORGED = '198.51.100.7';
  const judge = (address: string, forwarded: string[], trustedHops: number) =>
    judgeHops({ address, forwarded, trustedHops }, FORGED);

  it("is right if the caller's own address counts", () => {
    expect(judge('203.0.113.9', [FORGED, '203.0.113.9', '192.0.2.1'], 2).state).toBe('ok');
    expect(judge('127.0.0.1', ['127.0.0.1'], 1).state).toBe('ok');
  });

  it('is too large if a forged address counts', () => {
    expect(judge(FORGED, [FORGED, '203.0.113.9', '192.0.2.1'], 3)).toMatchObject({
      state: 'failed',
      detail: 'callers can forge their address: set TRUSTED_HOPS=2',
    });
  });

  it("is too small if a proxy's address counts", () => {
    expect(judge('192.0.2.1', [FORGED, '203.0.113.9', '192.0.2.1'], 1)).toMatchObject({
      state: 'failed',
      detail: 'all callers may count as one: 2 proxies are in between, TRUSTED_HOPS=1',
    });
  });

  it('cannot be right if no proxy reports its client', () => {
    expect(judge('10.0.0.1', [], 2).state).toBe('failed');
  });
});
