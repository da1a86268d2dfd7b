import { AppError } from '@inkwell/shared/errors';
import { MCP_LIMITS, MCP_PATH, MCP_TEXTS } from '@inkwell/shared/mcp';
import type { Actor } from '@inkwell/shared/permissions';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { TOKEN_LIMITS, TOKEN_PREFIX } from '@inkwell/shared/tokens';
import type { Request as ApiRequest, Response as ApiResponse, Express } from 'express';
import { within } from '../common/deadline.ts';
import type { Log } from '../common/log.ts';
import { clientAddress } from '../http/address.ts';
import { bearerOf, type TokenSource } from '../http/auth.ts';
import { parsedBodyOf } from '../http/body.ts';
import { refusalOf } from '../http/errors.ts';
import { type ApiRouter, performCall, refuseAbove } from '../http/mount.ts';
import { requestOf } from '../http/request.ts';
import { contentSignal } from '../settings/content-signal.ts';
import type { McpCaller } from './mcp-server.ts';

interface Dependencies<Account extends Actor> {
  readonly tokens: TokenSource<Account>;
  readonly siteUrl: string;
  /** The settings of the publication. */
  readonly site: () => Promise<Pick<SiteSettings, 'name' | 'robots'>>;
  readonly log: Log;
}

/**
 * Serves tools for language models (Streamable HTTP, without streams and sessions). The protocol is not a call of the contract, but each tool makes
 * one with the message's token.
 */
export function serveMcp<Account extends Actor>(
  app: Express,
  router: ApiRouter<Account>,
  { tokens, siteUrl, site, log }: Dependencies<Account>,
): void {
  /** The caller of a message. Calls check their caller themselves, so this is for other messages. @throws AppError `unauthorized` */
  async function callerOf(req: ApiRequest, address: string): Promise<McpCaller> {
    const token = bearerOf(req);
    if (token === null) return null;
    refuseAbove(router.readQuota.take(address, 2));
    const { id, account, scopes } = await within(router.deadlines.readMs, tokens.recall(token));
    refuseAbove(router.rateLimiter.take('token', id, TOKEN_LIMITS.perMinute));
    return { account, scopes };
  }

  app.post(MCP_PATH, async (req, res) => {
    const address = clientAddress(req, router.trustedHops);
    requestOf(req).route = `POST ${MCP_PATH}`;
    res.setHeader('Cache-Control', 'no-store');
    if (!router.isOwnPage(req)) throw new AppError('forbidden', MCP_TEXTS.elsewhere);
    refuseAbove(router.rateLimiter.take('mcp', address, MCP_LIMITS.perMinute));
    // A person's session has no scopes.
    if (bearerOf(req)?.startsWith(TOKEN_PREFIX) === false) throw new AppError('unauthorized');
    const message = await parsedBodyOf(req, { allowForm: false });
    if (!isMessage(message)) throw new AppError('bad-request', Array.isArray(message) ? MCP_TEXTS.batch : undefined);

    let refusal: AppError | undefined;
    const isCall = message.method === 'tools/call';
    // Loaded with the first message, because most instances get none.
    const { answerMessage } = await import('./mcp-server.ts');
    const { name, robots } = await site();
    const signal = contentSignal(robots);
    if (signal !== null) res.setHeader('Content-Signal', signal);
    const answer = await answerMessage(webRequestOf(req), message, {
      name,
      siteUrl,
      signal,
      caller: isCall || message.id === undefined ? null : await callerOf(req, address),
      perform: async (definition, input) => {
        requestOf(req).route = `POST ${MCP_PATH} for ${definition.method} ${definition.path}`;
        try {
          return await performCall(router, definition, req, JSON.parse(JSON.stringify(input)));
        } catch (error) {
          if (error instanceof AppError && error.code === 'unauthorized') refusal = error;
          throw error;
        }
      },
      textOf: (error) => refusalOf(error, req, log).text,
    });
    // HTTP tells clients to ask for a token.
    if (refusal) throw refusal;
    await send(res, answer);
  });
  // Other methods are for streams and sessions.
  app.use(MCP_PATH, (_req, res) => {
    res.setHeader('Allow', 'POST');
    throw new AppError('method-not-allowed');
  });
}

const isMessage = (value: unknown): value is { readonly method?: unknown; readonly id?: unknown } =>
  value instanceof Object && !Array.isArray(value);

/** The request in the form that the protocol's package reads. Its body was read before. */
function webRequestOf(req: ApiRequest): Request {
  const ofProtocol = Object.entries(req.headers).filter(([name]) => /^(?:accept|content-type|mcp-.*)$/.test(name));
  const headers = new Headers(ofProtocol.map(([name, value]) => [name, String(value)]));
  return new Request(`http://site${MCP_PATH}`, { method: req.method, headers });
}

async function send(res: ApiResponse, answer: Response): Promise<void> {
  const type = answer.headers.get('content-type');
  res.status(answer.status);
  if (type !== null) res.setHeader('Content-Type', type);
  res.end(await answer.text());
}
