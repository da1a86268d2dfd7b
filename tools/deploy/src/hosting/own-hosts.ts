import type { HeaderRule } from './headers.ts';

/** The parts of firebase.json that are used here. The rest is copied unchanged. */
export interface HostingConfig {
  readonly hosting: { readonly headers: readonly HeaderRule[] };
}

export interface OwnHosts {
  /** The host of the sign-in popup, for example `PROJECT.firebaseapp.com`. */
  readonly authDomain: string;
  /** Address of the `live` function, for example `wss://live-abc-ew.a.run.app/ws`; undefined if the app only polls. */
  readonly liveUrl: string | undefined;
}

const POLICY = 'content-security-policy';

/**
 * firebase.json with this project's hosts in its Content-Security-Policy, instead of `*.run.app` and `*.firebaseapp.com`, under which anybody can
 * have a page or a server.
 * @throws Error if there is no policy, a host is invalid, or a wildcard is left
 */
export function withOwnHosts<Config extends HostingConfig>(config: Config, { authDomain, liveUrl }: OwnHosts): Config {
  const auth = hostOf(`https://${authDomain}`);
  const live = liveUrl === undefined ? null : hostOf(liveUrl);
  const own: Readonly<Record<string, string | null>> = {
    'https://*.firebaseapp.com': `https://${auth}`,
    'https://*.run.app': live && `https://${live}`,
    'wss://*.run.app': live && `wss://${live}`,
  };

  let policies = 0;
  const headers = config.hosting.headers.map((rule) => ({
    ...rule,
    headers: rule.headers.map((header) => {
      if (header.key.toLowerCase() !== POLICY) return header;
      policies += 1;
      return { ...header, value: policyWith(header.value, own) };
    }),
  }));
  if (policies === 0) throw new Error('firebase.json has no Content-Security-Policy');
  return { ...config, hosting: { ...config.hosting, headers } };
}

function policyWith(policy: string, own: Readonly<Record<string, string | null>>): string {
  const value = policy
    .split(';')
    .map((directive) =>
      directive
        .trim()
        .split(/\s+/)
        .flatMap((source) => (source in own ? (own[source] ?? []) : source))
        .join(' '),
    )
    .join('; ');
  const left = /\S*\*\S*/.exec(value)?.[0];
  if (left !== undefined) throw new Error(`the Content-Security-Policy of firebase.json still allows ${left}`);
  return value;
}

function hostOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : '';
  if (!/^[a-z0-9.-]+(?::\d+)?$/.test(host)) throw new Error(`${url} names no host`);
  return host;
}
