import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { domainOf } from './mail.ts';
import { isAboutMail, isUnknownMailbox } from './refusals.ts';
import type { SmtpServer } from './smtp-url.ts';
import { type OutgoingMail, replyText, SUBMIT_TIMEOUT_MS, type Submission, type Transport } from './transport.ts';

/** Servers end connections after many emails; providers allow at least this many. */
const MAILS_PER_CONNECTION = 100;
/** Servers end idle connections after a minute or more. */
const IDLE_MS = 20_000;
/** Texts are written in chunks, so that a connection that dies in the middle is known not to have sent the end. */
const PIECE_BYTES = 16 * 1024;

/** Replies that do not close the connection, and would be the same on another one. */
const STAYING = /^(?!421)\d{3}[ -]/;

const CLOSED = 'The server closed the connection';

/** The properties of nodemailer's errors besides the message. */
interface SmtpError extends Error {
  readonly responseCode?: number | undefined;
  readonly response?: string | undefined;
  readonly command?: string | undefined;
}

/** An authenticated connection with its number of sent emails. */
interface Line {
  readonly connection: SMTPConnection;
  mails: number;
  idleTimer: NodeJS.Timeout | undefined;
  isOpen: boolean;
}

/** A built email: its envelope, and the text as bytes. */
interface Built {
  readonly envelope: { readonly from: string; readonly to: string };
  readonly text: Buffer;
}

/** The client's name in EHLO, which some servers compare with DNS: the sender's domain. */
const clientName = (from: string): string | null => /@([\w.-]+\.[a-z]{2,})>?\s*$/i.exec(from)?.[1] ?? null;

/**
 * Submits emails to an SMTP server. Nodemailer handles the connection. This module interprets each failure, depending on whether the end of the text
 * was sent. Connections are reused, and closed after 20 s without an email.
 */
export function createSmtpTransport(server: SmtpServer): Transport {
  const idle: Line[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;

  const drop = (line: Line): void => {
    line.isOpen = false;
    clearTimeout(line.idleTimer);
    const at = idle.indexOf(line);
    if (at >= 0) idle.splice(at, 1);
    line.connection.close();
  };

  const keep = (line: Line): void => {
    if (!line.isOpen) return;
    if (line.mails >= MAILS_PER_CONNECTION) {
      line.isOpen = false;
      line.connection.quit();
      return;
    }
    line.idleTimer = setTimeout(() => {
      drop(line);
    }, IDLE_MS).unref();
    idle.push(line);
  };

  const takeIdle = (): Line | null => {
    for (;;) {
      const line = idle.pop();
      if (line === undefined) return null;
      clearTimeout(line.idleTimer);
      if (line.isOpen) return line;
    }
  };

  /** Connects and signs in. @throws SmtpError */
  async function open(name: string | null, signal: AbortSignal): Promise<Line> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    signal.throwIfAborted();
    const { host, port, secure, requireTLS, rejectUnauthorized, auth } = server;
    const connection = new Connection({
      host,
      port,
      secure,
      requireTLS,
      tls: { rejectUnauthorized },
      ...(name !== null && { name }),
      connectionTimeout: SUBMIT_TIMEOUT_MS,
      greetingTimeout: SUBMIT_TIMEOUT_MS,
      socketTimeout: SUBMIT_TIMEOUT_MS,
      socketCloseTimeout: 0,
    });
    const line: Line = { connection, mails: 0, idleTimer: undefined, isOpen: true };
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => {
        drop(line);
        reject(error);
      };
      // Failures of an idle connection end it; `send` also handles failures of an email.
      connection.on('error', fail);
      connection.on('end', () => setImmediate(() => fail(new Error(CLOSED))));
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      connection.connect((error) => {
        if (error) return fail(error);
        if (auth === null) return resolve();
        connection.login(auth, (refused) => (refused ? fail(refused) : resolve()));
      });
    });
    return line;
  }

  function send(line: Line, { envelope, text }: Built, signal: AbortSignal): Promise<Submission> {
    const { connection } = line;
    return new Promise((resolve) => {
      let isTextSent = false;
      const source = Readable.from(piecesOf(text), { objectMode: false });
      // Runs before nodemailer writes the end of the text.
      source.once('end', () => {
        isTextSent = true;
      });
      const onAbort = () => settle(signal.reason);
      // A reply that the server sent before closing the connection is reported after this event.
      const onEnd = () => setImmediate(() => settle(new Error(CLOSED)));
      let isSettled = false;
      const settle = (error: SmtpError | null, reply = '') => {
        if (isSettled) return;
        isSettled = true;
        connection.off('error', settle).off('end', onEnd);
        signal.removeEventListener('abort', onAbort);
        if (error !== null) {
          drop(line);
          return resolve(failureOf(error, isTextSent));
        }
        line.mails += 1;
        keep(line);
        resolve({ outcome: 'submitted', reply: replyText(reply), providerId: providerIdIn(reply) });
      };
      connection.on('error', settle).on('end', onEnd);
      signal.addEventListener('abort', onAbort);
      connection.send(envelope, source, (error, info) => settle(error, info?.response));
    });
  }

  /** Waits for one of the server's connections. @returns a function that releases it */
  async function takeTurn(signal: AbortSignal): Promise<() => void> {
    if (busy >= server.connections) {
      await new Promise<void>((resolve, reject) => {
        const go = () => resolve();
        waiting.push(go);
        signal.addEventListener(
          'abort',
          () => {
            const at = waiting.indexOf(go);
            if (at >= 0) waiting.splice(at, 1);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    } else busy += 1;
    return () => {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    };
  }

  async function submit(mail: OutgoingMail, signal: AbortSignal): Promise<Submission> {
    const built = await build(mail);
    const giveBack = await takeTurn(signal);
    try {
      const used = takeIdle();
      if (used) {
        const submission = await send(used, built, signal);
        // The server may have closed an idle connection just when it was reused.
        const isOver = submission.outcome === 'unsent' && !STAYING.test(submission.reply);
        if (!isOver || signal.aborted) return submission;
      }
      return await send(await open(clientName(mail.from), signal), built, signal);
    } finally {
      giveBack();
    }
  }

  return {
    isOn: true,
    async submit(mail, { timeoutMs = SUBMIT_TIMEOUT_MS } = {}) {
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(new Error(`No answer within ${timeoutMs / 1000} s`)), timeoutMs);
      try {
        return await submit(mail, timeout.signal);
      } catch (error) {
        return failureOf(error as SmtpError, false);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      for (const line of [...idle]) drop(line);
    },
  };
}

function* piecesOf(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += PIECE_BYTES) yield text.subarray(at, at + PIECE_BYTES);
}

/**
 * Refusals of the recipient and of the text are about this email, unless they name the connection or our account. Earlier refusals (of the password
 * or the sender) are never about the email, which stays unsent. After refusing a text, even with 421, the server does not have it (RFC 5321 §4.2.1).
 */
function failureOf(error: SmtpError, isTextSent: boolean): Submission {
  const { responseCode, response, command } = error;
  const reply = replyText(response ?? error.message);
  const isAnswer = responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA' || isTextSent);
  if (isAnswer) {
    if (!isAboutMail(reply)) return { outcome: 'unsent', reply };
    const isPermanent = responseCode >= 500;
    return {
      outcome: 'refused',
      isPermanent,
      isUnknownMailbox: isPermanent && isUnknownMailbox(reply),
      reply,
    };
  }
  return { outcome: isTextSent ? 'unconfirmed' : 'unsent', reply };
}

/** Amazon SES and Postmark name their id at the end of the reply. */
const providerIdIn = (reply: string): string | null => /^250 .*?\b([\w-]{20,})\s*$/.exec(reply)?.[1] ?? null;

/** Without line breaks, which would start another header. */
const inOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** @throws Error for an address that cannot receive email */
async function build(mail: OutgoingMail): Promise<Built> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { from, to, replyTo, headers, message, messageId } = mail;
  const host = domainOf(from) ?? 'localhost';
  const node = new MailComposer({
    from: inOneLine(from),
    // An object is never parsed as several addresses.
    to: { name: '', address: inOneLine(to) },
    ...(replyTo && { replyTo: inOneLine(replyTo) }),
    subject: inOneLine(message.subject),
    messageId: `<${messageId}@${host}>`,
    headers: Object.entries({ ...headers, ...providerHeaders(messageId) }).map(([key, value]) => ({
      key: inOneLine(key),
      // Prepared, because nodemailer would fold a long `List-Unsubscribe`, which some relays then sign incorrectly.
      value: { prepared: /^[\x20-\x7e]*$/.test(value), value: inOneLine(value) },
    })),
    text: message.text,
    html: message.html,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to: recipients } = node.getEnvelope();
  const [recipient] = recipients ?? [];
  if (!sender || !recipient) throw new Error('The mail has no sender or no recipient');
  return { envelope: { from: sender, to: recipient }, text: await node.build() };
}

/** The metadata that providers return with each event about the email: a tag for Amazon SES, metadata for Postmark. */
const providerHeaders = (messageId: string): Record<string, string> => ({
  'X-SES-MESSAGE-TAGS': `mail=${messageId}`,
  'X-PM-Metadata-mail': messageId,
});
