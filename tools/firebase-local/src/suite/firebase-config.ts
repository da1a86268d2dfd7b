import { StartError } from './start-error.ts';

/** The parts of firebase.json that the local stack reads. */
export interface FirebaseJson {
  hosting?: HostingConfig;
  firestore?: { rules?: string; indexes?: string };
  storage?: { rules?: string };
  functions?: FunctionsSection[];
  emulators?: unknown;
  [other: string]: unknown;
}

export interface FunctionsSection {
  source: string;
  [other: string]: unknown;
}

export interface HostingConfig {
  public?: string;
  rewrites?: HostingRewrite[];
  headers?: HostingHeader[];
  [other: string]: unknown;
}

export interface HostingRewrite {
  source: string;
  destination?: string;
  function?: { functionId: string; region?: string } | string;
  [other: string]: unknown;
}

export interface HostingHeader {
  source: string;
  headers: { key: string; value: string }[];
}

/**
 * Reads sections that may be an object or a list (for several sites, databases or code bases). The local stack runs one of each.
 * @throws StartError with the name of a section that lists several
 */
export function normalized(written: Readonly<Record<string, unknown>>): FirebaseJson {
  const only = (section: string): unknown => {
    const value = written[section];
    if (!Array.isArray(value)) return value;
    if (value.length > 1) {
      throw new StartError(`firebase.json lists several under "${section}", but the local stack runs only one.`);
    }
    return value[0];
  };
  const sections = Object.fromEntries(
    ['hosting', 'firestore', 'storage'].filter((name) => written[name]).map((name) => [name, only(name)]),
  );
  const functions = only('functions');
  return { ...written, ...sections, ...(functions !== undefined && { functions: [functions as FunctionsSection] }) };
}

export type Service = 'auth' | 'firestore' | 'storage' | 'hosting' | 'functions';

/** Ports of the emulators, including unused parts of firebase-tools that cannot be turned off. */
export type EmulatorPorts = Record<Service | 'hub' | 'logging' | 'firestoreWebsocket' | 'eventarc' | 'tasks', number>;

export interface LocalConfigOptions {
  services: readonly Service[];
  ports: EmulatorPorts;
}

const HOST = '127.0.0.1';

/**
 * The firebase.json for the local emulators, with fixed paths next to it: local ports on the loopback interface, no emulator UI, and a
 * Content-Security-Policy that allows these ports. Without the Functions emulator, rewrites to functions are omitted,
 * because the gateway serves them.
 */
export function localFirebaseConfig(source: FirebaseJson, options: LocalConfigOptions): FirebaseJson {
  const { services, ports } = options;
  const config: FirebaseJson = {
    emulators: {
      singleProjectMode: true,
      ui: { enabled: false },
      hub: { host: HOST, port: ports.hub },
      logging: { host: HOST, port: ports.logging },
    },
  };
  const emulators = config.emulators as Record<string, unknown>;
  for (const service of services) emulators[service] = { host: HOST, port: ports[service] };
  if (services.includes('firestore')) {
    config.firestore = { rules: 'firestore.rules' };
    emulators.firestore = { host: HOST, port: ports.firestore, websocketPort: ports.firestoreWebsocket };
  }
  if (services.includes('storage')) config.storage = { rules: 'storage.rules' };
  if (services.includes('hosting') && source.hosting) {
    const rewrites = source.hosting.rewrites ?? [];
    config.hosting = {
      ...localHosting(source.hosting, ports),
      public: 'public',
      rewrites: services.includes('functions') ? rewrites : rewrites.filter((rewrite) => !functionNameOf(rewrite)),
    };
  }
  if (services.includes('functions')) {
    config.functions = (source.functions ?? []).map(({ predeploy: _predeploy, ...kept }) => ({
      ...kept,
      source: 'functions',
    }));
    emulators.eventarc = { host: HOST, port: ports.eventarc };
    emulators.tasks = { host: HOST, port: ports.tasks };
  }
  return config;
}

export const functionNameOf = ({ function: target }: HostingRewrite): string | undefined =>
  typeof target === 'string' ? target : target?.functionId;

/** Whether a rewrite matches all remaining paths. */
export const isRest = ({ source }: HostingRewrite): boolean => source === '**' || source.startsWith('!');

/** The Hosting section with local origins allowed and without deployment settings. */
export function localHosting(hosting: HostingConfig, ports: Pick<EmulatorPorts, 'auth' | 'storage'>): HostingConfig {
  const { predeploy: _predeploy, postdeploy: _postdeploy, ...kept } = hosting;
  return {
    ...kept,
    headers: (hosting.headers ?? []).map((rule) => ({
      ...rule,
      headers: rule.headers.map((header) =>
        header.key.toLowerCase() === 'content-security-policy'
          ? { ...header, value: allowLocalOrigins(header.value, ports) }
          : header,
      ),
    })),
  };
}

/**
 * Adds the local emulators to a Content-Security-Policy: the browser calls Auth and Storage on their own ports, shows
 * pictures from Storage, and must not upgrade to https, which is not served.
 */
export function allowLocalOrigins(policy: string, ports: Pick<EmulatorPorts, 'auth' | 'storage'>): string {
  const origins = (port: number) => [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const additions: Record<string, string[]> = {
    'connect-src': [...origins(ports.auth), ...origins(ports.storage)],
    'img-src': origins(ports.storage),
    'frame-src': origins(ports.auth),
  };
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && directive !== 'upgrade-insecure-requests')
    .map((directive) => {
      const [name = '', ...sources] = directive.split(/\s+/);
      const more = additions[name];
      return more ? [name, ...sources.filter((source) => source !== "'none'"), ...more].join(' ') : directive;
    })
    .join('; ');
}
