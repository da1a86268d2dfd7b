// @module-tag thorough
import { afterEach, describe, expect, it } from 'vitest';
import { type SmtpBehaviour, startCuttingWire, startSmtp } from '../testing/smtp.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { readSmtpUrl } from './smtp-url.ts';
import type { OutgoingMail, Transport } from './transport.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function smtp(behaviour?: SmtpBehaviour) {
  const server = await startSmtp(behaviour);
  ends.push(server.close);
  return server;
}

function transportTo(url: string): Transport {
  const server = readSmtpUrl(url);
  if (server === null) throw new Error('no server');
  const transport = createSmtpTransport(server);
  ends.push(transport.close);
  return transport;
}

const MAIL: OutgoingMail = {
  messageId: 'a-mail-of-ours',
  to: 'ada@example.com',
  from: 'Inkwell <news@inkwell.test>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  message: { subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' },
};

describe('email over SMTP', () => {
  it('arrives with its headers, its id and both texts', async () => {
    const server = await smtp();
    const unsubscribe = `<https://inkwell.test/api/newsletter/unsubscribe?token=${'a'.repeat(120)}>`;

    const submission = await transportTo(server.url).submit({
      ...MAIL,
      headers: { ...MAIL.headers, 'List-Unsubscribe': unsubscribe },
    });

    expect(submission).toMatchObject({ outcome: 'submitted', reply: expect.stringMatching(/^250 /) });
    expect(server.received).toMatchObject([{ from: 'news@inkwell.test', to: ['ada@example.com'] }]);
    const lines = server.received[0]?.text.split('\r\n') ?? [];
    expect(lines).toContain('From: Inkwell <news@inkwell.test>');
    expect(lines).toContain('To: ada@example.com');
    expect(lines).toContain('Auto-Submitted: auto-generated');
    expect(lines).toContain('Message-ID: <a-mail-of-ours@inkwell.test>');
    expect(lines).toContain('X-Ses-Message-Tags: mail=a-mail-of-ours');
    expect(lines).toContain('X-Pm-Metadata-Mail: a-mail-of-ours');
    // Not folded.
    expect(lines).toContain(`List-Unsubscribe: ${unsubscribe}`);
    expect(lines).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
    expect(lines).toContain('<p>Hello</p>');
  });

  it('never lets a value become another header or recipient', async () => {
    const server = await smtp();
    const transport = transportTo(server.url);

    await transport.submit({
      ...MAIL,
      headers: { 'List-Id': '<a>\r\nBcc: eve@example.com' },
      message: { ...MAIL.message, subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nText' },
    });
    await transport.submit({ ...MAIL, to: 'ada@example.com, eve@example.com' });

    const recipients = server.received.flatMap(({ to }) => to);
    expect(recipients).not.toContain('eve@example.com');
    expect(server.received[0]?.text).not.toMatch(/^Bcc:/im);
  });

  it('reuses a connection for the next emails, and opens another after the server closed it', async () => {
    const server = await smtp();
    const transport = transportTo(server.url);

    await transport.submit(MAIL);
    await transport.submit(MAIL);
    expect(server.connected()).toBe(1);
    server.dropConnections();

    expect(await transport.submit(MAIL)).toMatchObject({ outcome: 'submitted' });
    expect(server.connected()).toBe(2);
  });

  it('opens no more connections than allowed', async () => {
    const server = await smtp();

    const transport = transportTo(`${server.url}?connections=2`);
    const submissions = await Promise.all(Array.from({ length: 10 }, () => transport.submit(MAIL)));

    expect(submissions.every(({ outcome }) => outcome === 'submitted')).toBe(true);
    expect(server.received).toHaveLength(10);
    expect(server.connected()).toBeLessThanOrEqual(2);
  });

  it.each([
    ['an unknown mailbox', '550 5.1.1 No such user', { isPermanent: true, isUnknownMailbox: true }],
    ['an unknown mailbox in words', '550 Mailbox not found', { isPermanent: true, isUnknownMailbox: true }],
    ['a policy', '550 5.7.1 Message refused', { isPermanent: true, isUnknownMailbox: false }],
    ['a full mailbox', '452 4.2.2 Mailbox full', { isPermanent: false, isUnknownMailbox: false }],
    ['a busy mailbox', '450 Mailbox busy', { isPermanent: false, isUnknownMailbox: false }],
    ['a domain without an address', '450 4.1.2 Domain not found', { isPermanent: false, isUnknownMailbox: false }],
    ['words about the sender', '550 Sender address invalid', { isPermanent: true, isUnknownMailbox: false }],
    ['words about us', '554 Your account was disabled', { isPermanent: true, isUnknownMailbox: false }],
  ])('reports that a recipient was refused for %s', async (_reason, reply, expected) => {
    const server = await smtp({ rcptTo: () => reply });

    const submission = await transportTo(server.url).submit(MAIL);

    expect(submission).toEqual({ outcome: 'refused', ...expected, reply });
  });

  it.each([
    ['554 5.7.1 Looks like spam', true],
    ['452 4.2.2 Mailbox full', false],
  ])('reports that a text was refused: %s', async (reply, isPermanent) => {
    const server = await smtp({ text: () => reply });

    const submission = await transportTo(server.url).submit(MAIL);

    expect(submission).toEqual({ outcome: 'refused', isPermanent, isUnknownMailbox: false, reply });
  });

  it.each([
    '421 4.3.2 Shutting down',
    '421 4.7.0 Too many connections from you',
    '450 Sending rate exceeded',
    '450 4.1.8 Sender address rejected: domain not found',
    '450 4.7.1 Too many mails from you',
    '451 Local error',
    '451 4.3.0 Try again later',
    '451 4.4.3 Name servers do not answer',
    '451 4.7.1 Greylisted',
    '452 Insufficient storage',
    '452 4.3.1 Mail system full',
    '454 Throttling failure: maximum sending rate exceeded',
    '530 5.7.0 Authentication required',
    '535 5.7.8 Authentication expired',
  ])('blames no recipient for %s', async (reply) => {
    const ofRecipients = await smtp({ rcptTo: () => reply });
    const ofTexts = await smtp({ text: () => reply });

    for (const { url } of [ofRecipients, ofTexts])
      expect(await transportTo(url).submit(MAIL)).toEqual({ outcome: 'unsent', reply });
  });

  it('blames no recipient for a closing greeting', async () => {
    const server = await smtp({ greeting: () => '421 4.3.2 Not now' });

    expect(await transportTo(server.url).submit(MAIL)).toMatchObject({ outcome: 'unsent' });
  });

  it('uses another connection immediately if the server closes a used one, but not if it refuses', async () => {
    let reply: string | null = null;
    const server = await smtp({
      rcptTo: () => {
        const said = reply;
        if (said?.startsWith('421')) reply = null;
        return said;
      },
    });
    const transport = transportTo(server.url);

    await transport.submit(MAIL);
    reply = '421 4.4.2 Enough mails for one connection';
    expect(await transport.submit(MAIL)).toMatchObject({ outcome: 'submitted' });
    expect(server.connected()).toBe(2);
    reply = '450 4.7.1 Too many mails from you';
    expect(await transport.submit(MAIL)).toEqual({ outcome: 'unsent', reply });
    expect(server.connected()).toBe(2);
  });

  it('sends nothing with a wrong password, and blames no recipient', async () => {
    const server = await smtp({ login: { user: 'ada', pass: 'a b' } });

    const wrong = await transportTo(server.url.replace('//', '//ada:wrong@')).submit(MAIL);
    const right = await transportTo(server.url.replace('//', '//ada:a%20b@')).submit(MAIL);

    expect(wrong).toEqual({ outcome: 'unsent', reply: '535 5.7.8 Authentication failed' });
    expect(right).toMatchObject({ outcome: 'submitted' });
    expect(server.received).toMatchObject([{ user: 'ada' }]);
  });

  it('blames no recipient if the sender is refused', async () => {
    const server = await smtp({ mailFrom: () => '553 5.7.1 Sender not allowed' });

    expect(await transportTo(server.url).submit(MAIL)).toEqual({
      outcome: 'unsent',
      reply: '553 5.7.1 Sender not allowed',
    });
  });

  it('uses STARTTLS if the server supports it', async () => {
    const server = await smtp({ options: { disabledCommands: [] } });

    expect(await transportTo(server.url).submit(MAIL)).toMatchObject({ outcome: 'submitted' });
    expect(server.received).toMatchObject([{ isEncrypted: true }]);
  });

  it.each(['^EHLO', '^MAIL FROM', '^RCPT TO', '^DATA'])('is unsent if the connection dies at %s', async (command) => {
    const server = await smtp();
    const wire = await startCuttingWire(server, { at: new RegExp(command, 'm'), isDelivered: false });
    ends.push(wire.close);

    expect(await transportTo(wire.url).submit(MAIL)).toMatchObject({ outcome: 'unsent' });
    expect(server.received).toEqual([]);
  });

  it('is unsent if nobody answers', async () => {
    const server = await smtp();
    await server.close();

    expect(await transportTo(server.url).submit(MAIL)).toMatchObject({ outcome: 'unsent' });
  });

  it.each([true, false])('is unconfirmed if the connection dies at the end of the text (seen: %s)', async (seen) => {
    const server = await smtp();
    const wire = await startCuttingWire(server, { at: /\r\n\.\r\n$/, isDelivered: seen });
    ends.push(wire.close);

    expect(await transportTo(wire.url).submit(MAIL)).toMatchObject({ outcome: 'unconfirmed' });
    expect(server.received).toHaveLength(seen ? 1 : 0);
  });

  it('waits no longer than allowed', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<null>((resolve) => {
      answer = () => resolve(null);
    });
    const slow = await smtp({ text: () => answered });
    const silent = await smtp({ isSilent: true });

    expect(await transportTo(slow.url).submit(MAIL, { timeoutMs: 500 })).toEqual({
      outcome: 'unconfirmed',
      reply: 'No answer within 0.5 s',
    });
    answer();
    expect(await transportTo(silent.url).submit(MAIL, { timeoutMs: 150 })).toEqual({
      outcome: 'unsent',
      reply: 'No answer within 0.15 s',
    });
  });
});

describe('SMTP_URL', () => {
  it('may be `none`', () => {
    expect(readSmtpUrl('none')).toBeNull();
  });

  it('requires encryption, except on the machine itself', () => {
    expect(readSmtpUrl('smtp://ada%40x:a%2Fb@mail.example.com')).toMatchObject({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: true,
      rejectUnauthorized: true,
      auth: { user: 'ada@x', pass: 'a/b' },
    });
    expect(readSmtpUrl('smtps://mail.example.com')).toMatchObject({ port: 465, secure: true, auth: null });
    expect(readSmtpUrl('smtp://127.0.0.1:2525')).toMatchObject({ port: 2525, requireTLS: false });
    expect(readSmtpUrl('smtp://mail.example.com?tls=off')).toMatchObject({ requireTLS: false });
  });

  it('is refused without the secret in the message', () => {
    for (const text of [
      '',
      'https://ada:secret@example.com',
      'secret',
      'smtp://ada:secret@example.com?connections=0',
    ]) {
      expect(() => readSmtpUrl(text)).toThrow(/^SMTP_URL/);
      expect(() => readSmtpUrl(text)).not.toThrow(/secret/);
    }
  });
});
