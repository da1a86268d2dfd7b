import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../common/public-host.ts';
import { serveTests } from '../testing/origin.ts';
import { fetchPicture } from './fetch-picture.ts';

describe('an address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001:80b::200e'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.9.9.9',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...['192.0.0.170', '192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::7f00:1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'ff02::1',
    ],
    ...['2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fec0::1', '::7f00:1'],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetching a picture', () => {
  let asked: string[] = [];

  const server = serveTests((req, res) => {
    asked.push(`${req.headers.host?.split(':')[0]}${req.url}`);
    if (req.url === '/a.png') res.end('bytes');
    else if (req.url === '/huge.png') res.end(Buffer.alloc(2_000));
    else if (req.url === '/said.png') res.writeHead(200, { 'content-length': 9_999 }).end();
    else if (req.url === '/slow.png') setTimeout(() => res.end('late'), 2_000).unref();
    else if (req.url === '/loop.png') res.writeHead(302, { location: '/loop.png' }).end();
    else if (req.url === '/inside.png') res.writeHead(302, { location: 'http://inside.example/a.png' }).end();
    else if (req.url === '/literal.png') res.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (req.url === '/moved.png') res.writeHead(301, { location: '//other.example/a.png' }).end();
    else res.writeHead(404).end();
  });

  /** The test's server plays every public host. */
  const get = (path: string, more: { buffer?: Buffer } = {}) => {
    asked = [];
    const port = Number(new URL(server.origin).port);
    return fetchPicture(`http://public.example${path}`, {
      port,
      resolve: async (host) =>
        host === 'inside.example'
          ? [
              { address: '127.0.0.1', family: 4 },
              { address: '10.0.0.1', family: 4 },
            ]
          : [{ address: '127.0.0.1', family: 4 }],
      isPublic: (address) => address === '127.0.0.1',
      ...more,
      limits: { pictureBytes: 1_000, pictureMs: path === '/slow.png' ? 300 : 60_000 },
    });
  };

  it('uses the address that was checked, also after a redirect', async () => {
    expect(String(await get('/a.png'))).toBe('bytes');
    expect(String(await get('/moved.png'))).toBe('bytes');
    expect(asked).toEqual(['public.example/moved.png', 'other.example/a.png']);
  });

  it('uses the memory that was set aside for it', async () => {
    const buffer = Buffer.alloc(1_000);
    expect(String(await get('/a.png', { buffer }))).toBe('bytes');
    expect(buffer.toString('utf8', 0, 5)).toBe('bytes');
    await expect(get('/huge.png', { buffer })).rejects.toThrow('larger than');
  });

  it.each([
    ['/missing.png', 'The server answered 404'],
    ['/huge.png', 'larger than'],
    ['/said.png', 'larger than'],
    ['/slow.png', 'too long'],
    ['/loop.png', 'Too many redirects'],
    ['/inside.png', 'not public'],
    ['/literal.png', 'not public'],
  ])('refuses %s', async (path, reason) => {
    await expect(get(path)).rejects.toThrow(reason);
    expect(asked.every((one) => one.startsWith('public.example'))).toBe(true);
  });

  it('does not wait for host names that never resolve', async () => {
    const limits = { pictureBytes: 1_000, pictureMs: 50 };
    const silent = fetchPicture('http://silent.example/a.png', { limits, resolve: () => new Promise(() => {}) });

    await expect(silent).rejects.toThrow('too long');
  });

  it.each([
    ...[
      'http://localhost/a.png',
      'http://127.0.0.1/a.png',
      'http://[::1]/a.png',
      'http://2130706433/',
      'http://0x7f.1/',
    ],
    'http://metadata.google.internal/',
  ])('never asks %s', async (address) => {
    await expect(fetchPicture(address)).rejects.toThrow(/not public|could not be reached/);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://a.example/',
    'http://a.example:8080/',
    'https://a:b@a.example/',
    'data:,',
    'x',
  ])('takes no %s', async (address) => {
    await expect(fetchPicture(address)).rejects.toThrow('This address cannot be fetched');
  });
});
