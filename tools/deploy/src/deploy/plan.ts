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

/** Where the configuration of a deployment is written, beside firebase.json because paths in it are seen from there. */
export const DEPLOYED_CONFIG = 'firebase.deploy.json';

/** Source maps stay at home: `hosting.ignore` of firebase.json. */
const isDeployed = (name: string): boolean => !name.endsWith('.map');

/**
 * firebase.json as it is deployed: with this project's hosts in its policy, with rules for the files of this build, and without
 * the commands that built them, which ran before.
 * @param assets names of the files in `web/dist/assets`
 * @throws Error when the policy would admit hosts of others
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

/** Where Vite reads variables of a production build, later ones winning (Vite, "Env Variables and Modes"). */
export const BUILD_VARIABLES = ['.env', '.env.local', '.env.production', '.env.production.local'].map(
  (name) => `web/${name}`,
);

/**
 * The address of `live` that the app was built with; undefined where it only polls.
 * @param files texts of BUILD_VARIABLES, null for those that are not there
 */
export function liveUrlOf(files: readonly (string | null)[], environment: string | undefined): string | undefined {
  const named = files.map((text) => readVariables(text ?? '').get('VITE_LIVE_URL'));
  return environment || named.findLast((value) => value !== undefined) || undefined;
}

/** What runs between the check and the deploy. */
export const BUILDS: readonly (readonly string[])[] = [
  ['npm', 'run', 'build'],
  ['npm', 'run', 'lock', '--workspace', 'functions'],
];

/** The arguments that are for firebase-tools: all but ours. */
export function deployArguments(project: string, given: readonly string[], isInteractive: boolean): string[] {
  return [
    'deploy',
    ...['--config', DEPLOYED_CONFIG],
    ...['--project', project],
    // The tool would otherwise wait for an answer that nobody gives.
    ...(isInteractive ? [] : ['--non-interactive']),
    ...given,
  ];
}
