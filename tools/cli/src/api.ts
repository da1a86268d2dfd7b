import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyInput, EndpointDefinition, ParamsInput, QueryInput, ResponseOf } from '@inkwell/shared/endpoint';
import { storageApi, UPLOAD_FIELD } from '@inkwell/shared/storage';
import { TOKEN_PREFIX } from '@inkwell/shared/tokens';
import { EXIT, Fault, Refusal } from './faults.ts';

interface Input<D> {
  readonly params?: ParamsInput<D>;
  readonly query?: QueryInput<D>;
  readonly body?: BodyInput<D>;
}

type Item<D> = ResponseOf<D> extends readonly (infer T)[] ? T : never;

export interface Api {
  /** With http or https, without a trailing slash. */
  readonly site: string;
  /** @throws Refusal; Fault for an unknown token or a site that cannot be reached */
  call<D extends EndpointDefinition>(definition: D, input?: Input<D>): Promise<ResponseOf<D>>;
  /** All pages of a list. */
  all<D extends EndpointDefinition>(definition: D, query: QueryInput<D>): Promise<Item<D>[]>;
  /** @returns the address of the stored picture */
  upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string>;
  /** Whether a picture is still stored. */
  isThere(url: string): Promise<boolean>;
}

const ATTEMPTS = 6;
const MOST_SECONDS = 120;

export function createApi({ site, token }: { readonly site: string; readonly token: string }): Api {
  const address = URL.canParse(site) ? new URL(site) : null;
  const isLocal = address !== null && ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
  if (address?.protocol !== 'https:' && !(isLocal && address?.protocol === 'http:'))
    throw new Fault('The address of the site must begin with https://');
  if (!token.startsWith(TOKEN_PREFIX))
    throw new Fault(`INKWELL_TOKEN must be a token that begins with ${TOKEN_PREFIX}`);
  const origin = address.origin;

  /** Repeats a call while the site is busy or cannot be reached. All calls are safe to repeat. */
  async function send(url: URL, init: () => RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(url, { redirect: 'error', ...init() }).catch((error: unknown) => {
        if (attempt < ATTEMPTS) return null;
        throw new Fault(`${origin} cannot be reached: ${causeOf(error)}`, EXIT.refused);
      });
      if (answer?.status === 401)
        throw new Fault('The site does not accept this token. It may have expired, or been deleted.', EXIT.refused);
      const isBusy = answer === null || answer.status === 429 || answer.status === 503;
      if (!isBusy || attempt === ATTEMPTS) return answer as Response;
      const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN);
      await sleep(1_000 * Math.min(MOST_SECONDS, Number.isFinite(asked) && asked > 0 ? asked : 2 ** (attempt - 1)));
    }
  }

  async function request(method: string, url: URL, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData;
    const answer = await send(url, () => ({
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    }));
    if (answer.ok) return answer;
    const text = await answer.text();
    // A conflict is answered with the stored post.
    const isStored = answer.status === 409 && text.startsWith('{');
    if (isStored) throw new Refusal(409, 'It was changed on the site meanwhile. Push again.');
    throw new Refusal(answer.status, text || `The site answered ${answer.status}`);
  }

  function addressOf({ path }: EndpointDefinition, { params = {}, query = {} }: { params?: unknown; query?: unknown }) {
    const values = params as Readonly<Record<string, string>>;
    const url = new URL(
      path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
      origin,
    );
    for (const [name, value] of Object.entries(query as object)) url.searchParams.set(name, String(value));
    return url;
  }

  return {
    site: origin,

    async call(definition, input = {}) {
      const answer = await request(definition.method, addressOf(definition, input), input.body);
      return (answer.status === 204 ? undefined : await answer.json()) as never;
    },

    async all(definition, query) {
      const items: unknown[] = [];
      for (let url: URL | null = addressOf(definition, { query }); url; ) {
        const answer: Response = await request(definition.method, url);
        items.push(...((await answer.json()) as unknown[]));
        const next: string | undefined = /<([^>]*)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
        // Only the query, because behind a proxy the site's address may differ.
        url = next === undefined ? null : new URL(new URL(next, origin).search, addressOf(definition, {}));
      }
      return items as never;
    },

    async upload(bytes, name) {
      const form = new FormData();
      form.set(UPLOAD_FIELD, new Blob([bytes]), name);
      const answer = await request('POST', addressOf(storageApi.upload, {}), form);
      return ((await answer.json()) as { imageUrl: string }).imageUrl;
    },

    isThere: async (url) =>
      (await send(new URL(url, origin), () => ({ method: 'HEAD', redirect: 'follow' }))).status !== 404,
  };
}

const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};
