import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { readAssetList } from '../deploy/older-files.ts';
import { type Finding, failed, ok, unknown } from '../finding.ts';

/** A deployed site and how to access it. */
export interface Site {
  /** Without a trailing slash. */
  readonly url: string;
  /** Address of the `live` function, `wss://.../ws`; null if it was not given. */
  readonly liveUrl: string | null;
  /** ID token of an admin; null skips the checks that need one. */
  readonly adminToken: string | null;
  /** Bucket of the pictures; null if it was not given. */
  readonly bucket: string | null;
  /** Origin of Storage, without a trailing slash. */
  readonly storageOrigin: string;
}

/** The number of files of the previous build to request. A sample suffices, because either all or none are kept. */
const OLDER_FILES = 3;

type Check = (site: Site) => Promise<readonly Finding[]>;

/** An address reserved for documentation (RFC 5737), which no real client has. */
const FORGED_ADDRESS = '198.51.100.7';
const SAFE_HEADERS: readonly [name: string, expected: RegExp][] = [
  ['content-security-policy', /default-src 'self'/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/i],
  ['referrer-policy', /./],
  ['strict-transport-security', /max-age=[1-9]/],
];

const get = (site: Site, path: string, init: RequestInit = {}) =>
  fetch(site.url + path, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init });

const cacheOf = (res: Response): string => res.headers.get('cache-control') ?? '(none)';

function judge(what: string, problem: string | null): Finding {
  return problem === null ? ok(what) : failed(what, problem);
}

const judgeAll = (what: string, problems: readonly string[]): Finding => judge(what, problems.join('; ') || null);

/** The answer to a call whose body is irrelevant. */
async function headOf(site: Site, path: string, init?: RequestInit): Promise<Response> {
  const res = await get(site, path, init);
  await res.arrayBuffer();
  return res;
}

/** Checks status, type and caching of an answer. */
async function answers(
  site: Site,
  path: string,
  expected: { readonly status: number; readonly type?: RegExp; readonly cache?: RegExp },
): Promise<Finding> {
  const res = await headOf(site, path);
  const type = res.headers.get('content-type') ?? '(none)';
  const problems = [
    res.status !== expected.status && `status ${res.status}, expected ${expected.status}`,
    expected.type && !expected.type.test(type) && `content type ${type}`,
    expected.cache &&
      !expected.cache.test(cacheOf(res)) &&
      `Cache-Control: ${cacheOf(res)}, expected ${expected.cache}`,
  ].filter((problem) => typeof problem === 'string');
  return judgeAll(`${path} answers ${expected.status}`, problems);
}

const rewrites: Check = async (site) => {
  const html = /^text\/html/;
  const mayBeShared = /s-maxage=\d|no-cache|no-store/;
  const page = (cache: RegExp) => (path: string) => answers(site, path, { status: 200, type: html, cache });
  return Promise.all([
    ...['/', '/posts', '/categories', '/search', '/shell.html'].map(page(mayBeShared)),
    ...['/admin', '/auth/action', '/newsletter/confirm', '/app.html'].map(page(/^no-cache$/)),
    answers(site, '/manifest.webmanifest', { status: 200, type: /^application\/manifest\+json/ }),
    answers(site, '/icon-192.png', { status: 200, type: /^image\/png/ }),
    answers(site, '/api/posts?limit=1', { status: 200, type: /^application\/json/, cache: /s-maxage=\d|max-age=\d/ }),
    answers(site, '/api/auth/user', { status: 401, cache: /no-store/ }),
    answers(site, '/api/there-is-no-such-call', { status: 404, cache: /no-store/ }),
    answers(site, '/posts/there-is-no-such-post', { status: 404, type: html, cache: /no-store/ }),
    // Cloud Run reserves some paths that end in z, but our ids and titles may end in z, too.
    answers(site, '/posts/there-is-no-such-quiz', { status: 404, type: html, cache: /no-store/ }),
    answers(site, '/api/posts/there-is-no-such-quiz', { status: 404, cache: /no-store/ }),
    answers(site, '/preview/there-is-no-such-link', { status: 404, type: html, cache: /no-store/ }),
    answers(site, '/feed.xml', { status: 200, type: /xml/ }),
    answers(site, '/mcp', { status: 405, cache: /no-store/ }),
    answers(site, '/sitemap.xml', { status: 200, type: /^application\/xml/ }),
    answers(site, '/robots.txt', { status: 200, type: /^text\/plain/ }),
  ]);
};

const safety: Check = async (site) =>
  Promise.all(
    ['/', '/admin', '/posts/there-is-no-such-post'].map(async (path) => {
      const res = await headOf(site, path);
      const wrong = SAFE_HEADERS.filter(([name, expected]) => !expected.test(res.headers.get(name) ?? ''));
      const policy = res.headers.get('content-security-policy') ?? '';
      const isOpen = /script-src[^;]*('unsafe-inline'|'unsafe-eval'|\shttps:(?:\s|;|$))/.test(policy);
      const problems = wrong.map(([name]) => `${name}: ${res.headers.get(name) ?? '(none)'}`);
      if (isOpen) problems.push('the policy admits any script');
      return judgeAll(`${path} carries the headers that protect`, problems);
    }),
  );

const assets: Check = async (site) => {
  const shell = await (await get(site, '/app.html')).text();
  const script = /content="(\/assets\/[^"]+\.js)"|src="(\/assets\/[^"]+\.js)"/.exec(shell);
  const path = script?.[1] ?? script?.[2];
  const missing = await headOf(site, '/assets/there-is-no-such-file-0a1b2c3d.js');
  const seconds = Number(/max-age=(\d+)/.exec(cacheOf(missing))?.[1] ?? 0);
  const isKept = /immutable/.test(cacheOf(missing)) || seconds > 600;
  const list = await answers(site, '/assets.json', { status: 200, type: /^application\/json/, cache: /^no-cache$/ });
  const older = list.state === 'ok' ? readAssetList(await (await get(site, '/assets.json')).text()).older : [];
  return [
    list,
    await answers(site, '/sw.js', { status: 200, type: /javascript/, cache: /^no-cache$/ }),
    ...(await Promise.all(
      older.slice(0, OLDER_FILES).map((name) => answers(site, `/assets/${name}`, { status: 200 })),
    )),
    path === undefined
      ? failed('the shell names its scripts', '/app.html has no script below /assets')
      : await answers(site, path, { status: 200, type: /javascript/, cache: /max-age=31536000.*immutable/ }),
    judge(
      'a missing file below /assets is a 404 that nobody keeps',
      missing.status !== 404
        ? `status ${missing.status}`
        : isKept
          ? `Cache-Control: ${cacheOf(missing)}. Deploy with \`npm run deploy\`, which names the files that exist`
          : null,
    ),
  ];
};

/** Compares the builds of the shell and of a page that does not exist, because such pages are never cached. */
const builds: Check = async (site) => {
  const [shell, page] = await Promise.all(
    ['/app.html', '/posts/there-is-no-such-post'].map(async (path) => (await get(site, path)).text()),
  );
  const served = [...(shell ?? '').matchAll(/<meta name="inkwell-script" content="([^"]+)">/g)].at(-1)?.[1];
  const rendered = /<div id="root"[^>]* data-build="([^"]+)"/.exec(page ?? '')?.[1];
  const problem =
    rendered === undefined
      ? 'pages come without content: see the log of `page`'
      : `\`page\` renders the build of ${rendered}, Hosting serves that of ${served ?? 'no script'}. Browsers render each page again: deploy both`;
  return [judge('pages are rendered by the build that Hosting serves', rendered === served && served ? null : problem)];
};

const live: Check = async ({ url, liveUrl }) => {
  if (!liveUrl) return [unknown('sockets', 'give the address of `live`: --live wss://.../ws')];
  const health = new URL('/health', liveUrl.replace(/^ws/, 'http'));
  // The local gateway does not forward this page of `live`. There, only the socket is checked.
  const state = await fetch(health, { signal: AbortSignal.timeout(30_000) }).catch((error: unknown) => error);
  const isService = state instanceof Response && state.headers.get('content-type')?.includes('json');
  const body: unknown = isService ? await state.json() : null;
  const attached = body instanceof Object && 'websocket' in body ? body.websocket === true : null;
  return [
    attached === null
      ? unknown('/health of `live`', `${health} is not the function's own address`)
      : judge('/health of `live` says that sockets are taken', attached ? null : '"websocket" is not true'),
    judge(`${liveUrl} takes sockets`, await socketProblem(liveUrl, url)),
  ];
};

/** Opens a socket like the app. @returns the reason if it failed; otherwise null */
function socketProblem(liveUrl: string, origin: string): Promise<string | null> {
  const url = new URL(liveUrl.replace(/^ws/, 'http'));
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const req = ask(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        origin,
      },
      timeout: 20_000,
    });
    req.once('upgrade', (_res, socket) => {
      socket.destroy();
      resolve(null);
    });
    req.once('response', (res) => {
      res.resume();
      resolve(`the upgrade was answered ${res.statusCode}`);
    });
    req.once('timeout', () => req.destroy(new Error('no answer within 20 s')));
    req.once('error', (error) => resolve(error.message));
    req.end();
  });
}

/** Checks that visitors must sign in. */
async function isRefused(site: Site, path: string, what: string, method = 'GET'): Promise<Finding> {
  const { status } = await headOf(site, path, { method });
  return judge(what, status === 401 ? null : `status ${status}`);
}

const uploads: Check = async (site) => {
  const refused = await isRefused(site, '/api/upload', 'uploads through the API are refused without rights', 'POST');
  if (!site.bucket)
    return [refused, unknown('uploads past the API', 'give the bucket: --bucket PROJECT.firebasestorage.app')];
  const address = `${site.storageOrigin}/v0/b/${site.bucket}/o?name=images%2Fverify.txt`;
  const direct = await fetch(address, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
  await direct.arrayBuffer();
  const problem = [401, 403].includes(direct.status) ? null : `status ${direct.status}`;
  return [refused, judge('uploads past the API are refused by the rules', problem)];
};

interface CallerSeen {
  readonly address: string;
  readonly forwarded: readonly string[];
  readonly trustedHops: number;
}

/** Checks `TRUSTED_HOPS` by the answer of `/api/admin/caller` to a request that claimed to come from `forged`. */
export function judgeHops({ address, forwarded, trustedHops }: CallerSeen, forged: string): Finding {
  const what = 'TRUSTED_HOPS fits';
  const claim = forwarded.indexOf(forged);
  const right = forwarded.length - 1 - claim;
  if (forwarded.length === 0) return failed(what, 'no proxy says whom it serves: X-Forwarded-For is empty');
  if (address === forged) return failed(what, `callers can forge their address: set TRUSTED_HOPS=${right}`);
  // If a proxy drops forged entries, only our proxies' entries are left.
  const expected = claim === -1 ? forwarded.length : right;
  if (trustedHops === expected) return ok(what);
  return failed(what, `all callers may count as one: ${expected} proxies are in between, TRUSTED_HOPS=${trustedHops}`);
}

const hops: Check = async (site) => {
  const closed = await isRefused(site, '/api/admin/caller', 'visitors are not told how the server sees them');
  if (!site.adminToken)
    return [closed, unknown('TRUSTED_HOPS', 'needs an admin: put an ID token into VERIFY_ADMIN_TOKEN')];
  const headers = { authorization: `Bearer ${site.adminToken}`, 'x-forwarded-for': FORGED_ADDRESS };
  const res = await get(site, '/api/admin/caller', { headers });
  if (res.status !== 200) return [closed, failed('TRUSTED_HOPS', `the admin's token was answered ${res.status}`)];
  return [closed, judgeHops((await res.json()) as CallerSeen, FORGED_ADDRESS)];
};

const CHECKS: readonly [name: string, Check][] = [
  ['rewrites', rewrites],
  ['headers', safety],
  ['assets', assets],
  ['builds', builds],
  ['sockets', live],
  ['uploads', uploads],
  ['proxies', hops],
];

/** Checks a site as visitors see it. Writes nothing: the site must refuse the attempted upload. */
export async function verify(site: Site): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [name, check] of CHECKS) {
    try {
      found.push(...(await check(site)));
    } catch (error) {
      const reason = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error;
      found.push(failed(name, `could not be asked: ${reason}`));
    }
  }
  return found;
}
