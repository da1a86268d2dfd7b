import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SenderRecord } from '@inkwell/shared/mail';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { createTestClock } from '../testing/clock.ts';
import { signIn } from '../testing/users.ts';
import { createMailSenderService } from './mail-sender.service.ts';
import { createTxtLookUp } from './txt-look-up.ts';

const ADMIN = { id: 'admin', role: 'admin' } as const;

type Zone = Readonly<Record<string, readonly string[] | null>>;

/** A service whose DNS has these texts; null makes a name fail. */
function senderIn(
  zone: Zone,
  { isOn = true, selector = 's1' as string | null, from = '"W" <hi@mail.example.co.uk>' } = {},
) {
  const clock = createTestClock();
  const asked: string[] = [];
  const lookUpTxt = async (name: string) => {
    asked.push(name);
    const texts = zone[name];
    return texts === undefined ? [] : texts;
  };
  const dependencies = { address: async () => from, transport: { isOn }, lookUpTxt, clock };
  const set = { selector };
  const service = createMailSenderService({ ...dependencies, dkimSelector: async () => set.selector });
  return { check: () => service.check(ADMIN as never), asked, clock, set };
}

const SPF = 'v=spf1 include:provider.example -all';
const KEY = 'v=DKIM1; k=rsa; p=MIIB';
const DMARC = 'v=DMARC1; p=reject; sp=none';

const GOOD: Zone = {
  'mail.example.co.uk': ['google-site-verification=1', SPF],
  's1._domainkey.mail.example.co.uk': [KEY],
  '_dmarc.mail.example.co.uk': [DMARC],
};

const statesIn = (records: readonly SenderRecord[]) => records.map(({ state }) => state);
const one = async (zone: Zone, kind: SenderRecord['kind']) => {
  const { records } = await senderIn(zone).check();
  return records.find((record) => record.kind === kind);
};

describe('the sender', () => {
  it('is looked up: SPF, DKIM and DMARC of its domain', async () => {
    expect(await senderIn(GOOD).check()).toMatchObject({
      address: 'hi@mail.example.co.uk',
      domain: 'mail.example.co.uk',
      records: [
        { kind: 'spf', state: 'found', name: 'mail.example.co.uk', value: SPF },
        { kind: 'dkim', state: 'found', name: 's1._domainkey.mail.example.co.uk', value: KEY },
        { kind: 'dmarc', state: 'found', value: DMARC, text: expect.stringContaining('the policy reject') },
      ],
    });
  });

  it('may use the key and policy of the parent domain, whose subdomain policy applies', async () => {
    const { records } = await senderIn({
      's1._domainkey.example.co.uk': [KEY],
      '_dmarc.example.co.uk': [DMARC],
    }).check();

    expect(records).toMatchObject([
      { state: 'missing', name: 'mail.example.co.uk', value: null },
      { state: 'found', name: 's1._domainkey.example.co.uk' },
      { state: 'found', name: '_dmarc.example.co.uk', text: expect.stringContaining('the policy none') },
    ]);
  });

  it.each([
    ['spf', 'missing', { 'mail.example.co.uk': ['v=spf10 -all'] }, 'Add the TXT record'],
    ['spf', 'invalid', { 'mail.example.co.uk': [SPF, 'v=spf1 -all'] }, 'has 2 SPF records'],
    ['spf', 'invalid', { 'mail.example.co.uk': ['v=spf1 +all'] }, 'lets everybody send'],
    ['spf', 'unreachable', { 'mail.example.co.uk': null }, 'SPF could not be looked up'],
    [
      'dkim',
      'missing',
      { 's1._domainkey.mail.example.co.uk': ['v=DMARC1; p=none'] },
      'no DKIM key at s1._domainkey.mail',
    ],
    ['dkim', 'invalid', { 's1._domainkey.mail.example.co.uk': ['v=DKIM1; p='] }, 'is empty'],
    [
      'dkim',
      'unreachable',
      { 's1._domainkey.mail.example.co.uk': null, 's1._domainkey.example.co.uk': [KEY] },
      'DKIM could',
    ],
    [
      'dmarc',
      'missing',
      { '_dmarc.co.uk': ['v=DMARC1; p=reject; psd=y'] },
      'no DMARC record at _dmarc.mail.example.co.uk',
    ],
    ['dmarc', 'invalid', { '_dmarc.mail.example.co.uk': [DMARC, DMARC] }, 'There are 2 DMARC records'],
    ['dmarc', 'invalid', { '_dmarc.mail.example.co.uk': ['v=DMARC1; rua=mailto:a@example.com'] }, 'has no policy'],
    ['dmarc', 'unreachable', { '_dmarc.mail.example.co.uk': [], '_dmarc.example.co.uk': null }, 'DMARC could not'],
  ] as const)('reports %s as %s', async (kind, state, zone, words) => {
    expect(await one(zone, kind)).toMatchObject({ state, text: expect.stringContaining(words) });
  });

  it('is looked up again after 5 minutes, after a change of selector, and soon after a failure', async () => {
    const { check, asked, clock, set } = senderIn(GOOD);
    await Promise.all([check(), check()]);
    const once = asked.length;
    await check();
    expect(asked).toHaveLength(once);

    set.selector = 's2';
    expect(statesIn((await check()).records)).toEqual(['found', 'missing', 'found']);
    expect(asked).toHaveLength(2 * once);
    clock.advance(5 * 60_000);
    await check();
    expect(asked).toHaveLength(3 * once);

    const broken = senderIn({ ...GOOD, 'mail.example.co.uk': null });
    await broken.check();
    broken.clock.advance(30_000);
    await broken.check();
    expect(broken.asked).toHaveLength(2 * once);
  });

  it('has no key to look up without a selector, and nothing without a mail server', async () => {
    const { records } = await senderIn(GOOD, { selector: null }).check();
    expect(records[1]).toMatchObject({
      state: 'not-set',
      name: null,
      text: expect.stringContaining('no DKIM selector'),
    });

    const off = senderIn(GOOD, { isOn: false });
    const said = await off.check();
    expect(said).toMatchObject({
      checkedAt: null,
      records: [{ text: expect.stringContaining('SMTP_URL is none') }, {}, {}],
    });
    expect(statesIn(said.records)).toEqual(['not-set', 'not-set', 'not-set']);
    expect(off.asked).toEqual([]);
  });

  it('is not looked up on the local stack; its selector is a setting', async () => {
    const admin = await signIn({ role: 'admin' });
    const { body } = await api.get('/api/admin/mail/sender', admin);
    expect(body).toMatchObject({ address: 'noreply@localhost', checkedAt: null });
    expect(body.records[0].text).toContain('local stack');

    const set = (dkimSelector: string | null) =>
      api.patch('/api/admin/settings', { newsletter: { dkimSelector } }, admin);
    expect((await set('s1')).body.newsletter).toMatchObject({ dkimSelector: 's1', digestIsOn: false });
    expect((await set('s1._domainkey.example.com')).status).toBe(400);
    expect((await set(null)).body.newsletter.dkimSelector).toBeNull();
  });
});

describe('looking up texts', () => {
  let server: Socket | undefined;
  afterEach(() => {
    server?.close();
    server = undefined;
  });

  /** A name server that answers each question with the result of `answer` for its first 12 bytes and its question. */
  async function lookUpAt(answer: (question: Buffer) => Buffer | null) {
    const socket = createSocket('udp4');
    server = socket;
    socket.on('message', (message, from) => {
      const reply = answer(message);
      if (reply) socket.send(reply, from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return createTxtLookUp({ servers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`] });
  }

  /** The question with this code (RFC 1035 §4.1.1), and one text in several strings. */
  function reply(question: Buffer, code: number, pieces: readonly string[] = []): Buffer {
    const end = question.indexOf(0, 12) + 5;
    const head = Buffer.from(question.subarray(0, end));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(pieces.length === 0 ? 0 : 1, 6);
    head.writeUInt16BE(0, 10);
    if (pieces.length === 0) return head;
    const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length]);
    return Buffer.concat([head, record, data]);
  }

  it('joins the parts of a text', async () => {
    const lookUp = await lookUpAt((question) => reply(question, 0, ['v=DKIM1; p=MII', 'BIjAN']));
    expect(await lookUp('s1._domainkey.example.com')).toEqual(['v=DKIM1; p=MIIBIjAN']);
  });

  it.each([
    ['without such a name', 3, []],
    ['without a text', 0, []],
    ['with a server that fails', 2, null],
    ['with a server that refuses', 5, null],
  ] as const)('%s', async (_what, code, texts) => {
    const lookUp = await lookUpAt((question) => reply(question, code));
    expect(await lookUp('example.com')).toEqual(texts);
  });

  it('finds nothing for an invalid name', async () => {
    expect(await createTxtLookUp()('a..b')).toEqual([]);
  });
});
