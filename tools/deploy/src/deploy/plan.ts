import { forFilesThatExist } from '../hosting/assets.ts';
import type { HeaderRule } from '../hosting/headers.ts';
import { type OwnHosts, withOwnHosts } from '../hosting/own-hosts.ts';
import { readVariables } from '../preflight/parameters.ts';

interface FirebaseJson {
  readonly hosting: {
    readonly headers: readonly HeaderRule[];
    readonly predeploy?: unknown;
    readonly [other: string]: unknown;
  };
  readonly functions: readonly { readonly [other: string]: unknown }[];
  readonly [other: string]: unknown;
}

/** The configuration of a deployment. It is next to firebase.json, because its paths are relative to that folder. */
export const DEPLOYED_CONFIG = 'firebase.deploy.json';

/** Source maps are not deployed: `hosting.ignore` of firebase.json. */
const isDeployed = (name: string): boolean => !name.endsWith('.map');

/**
 * firebase.json for deployment: with this project's hosts in its Content-Security-Policy, with header rules for the files of this build, and without
 * the build commands, which have already run.
 * @param assets names of the files in `web/dist/assets`
 * @throws Error if the policy would allow other hosts
 */
export function deployedConfig(given: FirebaseJson, assets: readonly string[], hosts: OwnHosts): object {
  const config = withOwnHosts(given, hosts);
  const { predeploy: _built, ...hosting } = config.hosting;
  return {
    ...config,
    hosting: { ...hosting, headers: forFilesThatExist(config.hosting.headers, assets.filter(isDeployed)) },
    functions: config.functions.map(({ predeploy: _predeploy, ...codebase }) => codebase),
  };
}

/** Files where Vite reads variables of a production build. Later ones take precedence (Vite, "Env Variables and Modes"). */
export const BUILD_VARIABLES = ['.env', '.env.local', '.env.production', '.env.production.local'].map(
  (name) => `web/${name}`,
);

/**
 * The address of `live` that the app was built with; undefined if the app only polls.
 * @param files texts of BUILD_VARIABLES, null for files that do not exist
 */
export function liveUrlOf(files: readonly (string | null)[], environment: string | undefined): string | undefined {
  const named = files.map((text) => readVariables(text ?? '').get('VITE_LIVE_URL'));
  return environment || named.findLast((value) => value !== undefined) || undefined;
}

/** The commands to run between the check and the deployment. */
export const BUILDS: readonly (readonly string[])[] = [
  ['npm', 'run', 'build'],
  ['npm', 'run', 'lock', '--workspace', 'functions'],
];

/** The arguments for firebase-tools. */
export function deployArguments(project: string, given: readonly string[], isInteractive: boolean): string[] {
  return [
    'deploy',
    ...['--config', DEPLOYED_CONFIG],
    ...['--project', project],
    // In a terminal, firebase-tools asks questions. Without one, it would wait forever.
    ...(isInteractive ? [] : ['--non-interactive']),
    ...given,
  ];
}
