import { describe, expect, it } from 'vitest';
import { serveTests } from '../testing/origin.ts';
import { receiverUrl, sendTo, signatureOf } from './receiver.ts';

const hook = (url: string) => ({ url, secret: `whsec_${Buffer.from('0123456789abcdef').toString('base64')}` });
const event = { id: 'msg_1', body: '{"type":"webhook.test"}', at: new Date('2026-01-02T10:00:00.000Z') };

describe('the address of a receiver', () => {
  it('is https on the standard port', () => {
    expect(receiverUrl('https://example.com/hooks?key=1', false).isLoopback).toBe(false);
  });

  it('may be loopback over http only in local projects', () => {
    expect(receiverUrl('http://127.0.0.1:5000/a', true).isLoopback).toBe(true);
    expect(() => receiverUrl('http://127.0.0.1:5000/a', false)).toThrow('public https address');
  });

  it.each([
    ...['http://example.com/', 'https://example.com:8443/', 'https://user:pass@example.com/', 'https://@@/'],
    ...['https://10.0.0.1/', 'https://169.254.169.254/', 'https://127.1/', 'https://[::1]/', 'https://[fd00::1]/'],
    ...['http://10.0.0.1/', 'http://user:pass@localhost/', 'ftp://example.com/', 'javascript:alert(1)', 'x'],
  ])('is not %s', (address) => {
    expect(() => receiverUrl(address, true)).toThrow('public https address');
  });
});

describe('a signature', () => {
  it('is that of the example of Standard Webhooks', () => {
    const sent = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: 1614265330, body: '{"test": 2432232314}' };
    expect(signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', sent)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });
});

describe('sending an event', () => {
  let asked: string[] = [];
  let sentBytes = 0;

  const server = serveTests((req, res) => {
    asked.push(String(req.url));
    if (req.url === '/silent') return;
    if (req.url === '/reset') return void req.socket.destroy();
    if (req.url === '/upgrade') {
      return void req.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
    }
    if (req.url === '/moved') return void res.writeHead(307, { location: '/ok' }).end('elsewhere');
    if (req.url === '/dripping') {
      res.writeHead(200).write('first');
      return;
    }
    if (req.url === '/huge') {
      res.writeHead(200);
      const more = () => {
        while (!res.destroyed && sentBytes < 50_000_000) {
          sentBytes += 65_536;
          if (!res.write(Buffer.alloc(65_536, 0xe4))) return void res.once('drain', more);
        }
      };
      more();
      return;
    }
    res.writeHead(req.url === '/ok' ? 204 : 500).end();
  });

  const send = (path: string, timeoutMs = 400) => {
    asked = [];
    return sendTo(hook(`${server.origin}${path}`), event, { isLocal: true, timeoutMs });
  };

  it('does not follow redirects', async () => {
    expect(await send('/moved')).toEqual({ status: 307, answer: 'elsewhere', problem: 'Redirects are not followed' });
    expect(asked).toEqual(['/moved']);
  });

  it.each([
    ['/silent', 'The receiver took too long to answer'],
    ['/reset', 'The receiver could not be reached'],
    ['/upgrade', 'The receiver could not be reached'],
  ])('gives up at %s', async (path, problem) => {
    expect(await send(path)).toEqual({ status: null, answer: '', problem });
  });

  it('counts the status of an answer that does not end', async () => {
    expect(await send('/dripping')).toEqual({ status: 200, answer: 'first', problem: null });
  });

  it('reads no more than the beginning of a huge answer', async () => {
    const { status, answer } = await send('/huge', 10_000);
    expect(status).toBe(200);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(1_024);
    expect(sentBytes).toBeLessThan(20_000_000);
  });

  it.each([
    ['a private host', [{ address: '10.0.0.1', family: 4 }]],
    ['loopback over https', [{ address: '127.0.0.1', family: 4 }]],
    [
      'a host that is also private',
      [
        { address: '93.184.216.34', family: 4 },
        { address: 'fd00::1', family: 6 },
      ],
    ],
  ])('refuses %s', async (_, addresses) => {
    const answer = await sendTo(hook('https://inside.example/'), event, {
      isLocal: true,
      resolve: async () => addresses,
    });
    expect(answer).toEqual({ status: null, answer: '', problem: 'This host is not public' });
  });

  it('does not wait for names that never resolve', async () => {
    const resolve = () => new Promise<never>(() => {});
    const answer = await sendTo(hook('https://silent.example/'), event, { isLocal: true, timeoutMs: 50, resolve });
    expect(answer.problem).toBe('The receiver took too long to answer');
  });
});
