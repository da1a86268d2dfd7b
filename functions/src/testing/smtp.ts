import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An email that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw message with its headers. */
  readonly text: string;
  readonly isEncrypted: boolean;
  readonly user: string | null;
}

export interface TestSmtp {
  readonly port: number;
  readonly url: string;
  /** In the order of the server's answers. */
  readonly received: ReceivedMail[];
  /** The number of connections so far. */
  readonly connected: () => number;
  /** Closes the open connections, as servers do with idle ones. */
  dropConnections(): void;
  close(): Promise<void>;
}

/** The behaviour of the server. Replies are texts such as `550 5.1.1 No such user`; null accepts. */
export interface SmtpBehaviour {
  /** Never answers, not even with a greeting. */
  readonly isSilent?: boolean;
  readonly greeting?: () => string | null;
  readonly login?: { readonly user: string; readonly pass: string };
  readonly mailFrom?: (address: string) => string | null;
  readonly rcptTo?: (address: string) => string | null;
  /** Called at the end of the text. The email counts as received unless it is refused. */
  readonly text?: (mail: ReceivedMail) => string | null | Promise<string | null>;
  readonly options?: SMTPServerOptions;
}

const refusal = (reply: string): Error =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

/** Refuses with the reply, or accepts without one. */
const end = (done: (fault?: Error | null) => void, reply: string | null | undefined): void =>
  done(reply ? refusal(reply) : null);

const portOf = async (server: Server): Promise<number> => {
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** A real SMTP server on its own port. */
export async function startSmtp(behaviour: SmtpBehaviour = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: behaviour.login === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...behaviour.options,
    onConnect(_session, done) {
      connections += 1;
      if (behaviour.isSilent) return;
      end(done, behaviour.greeting?.());
    },
    onAuth({ username, password }, _session, done) {
      const { user, pass } = behaviour.login ?? { user: username, pass: password };
      if (username !== user || password !== pass) return done(refusal('535 5.7.8 Authentication failed'));
      done(null, { user: username });
    },
    onMailFrom({ address }, _session, done) {
      end(done, behaviour.mailFrom?.(address));
    },
    onRcptTo({ address }, _session, done) {
      end(done, behaviour.rcptTo?.(address));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      // Not called if the connection was lost.
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail: ReceivedMail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
          user: session.user ?? null,
        };
        const reply = await behaviour.text?.(mail);
        if (!reply) received.push(mail);
        end(done, reply);
      });
    },
  });
  server.on('error', () => undefined);
  const port = await portOf(server.listen(0, '127.0.0.1'));
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    connected: () => connections,
    dropConnections() {
      for (const connection of server.connections) connection.close();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * A proxy to a server that closes the connection when the client sends text that `at` matches: before the server gets it or, if `isDelivered`, after
 * the server has answered, so that the answer is lost.
 */
export async function startCuttingWire(
  to: { readonly port: number },
  { at, isDelivered }: { at: RegExp; isDelivered: boolean },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((client) => {
    const upstream = connect(to.port, '127.0.0.1');
    sockets.add(client).add(upstream);
    let isCut = false;
    let sent = '';
    client.on('data', (chunk) => {
      sent += chunk.toString('latin1');
      isCut ||= at.test(sent);
      if (isCut && !isDelivered) {
        client.destroy();
        upstream.destroy();
      } else upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isCut) return void client.write(chunk);
      client.destroy();
      upstream.destroy();
    });
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  const port = await portOf(server.listen(0, '127.0.0.1'));
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
