import { forFilesThatExist } from '../hosting/assets.ts';
import type { HeaderRule } from '../hosting/headers.ts';

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
 * firebase.json as it is deployed: with rules for the files of this build, and without the commands that built them, which ran
 * before.
 * @param assets names of the files in `web/dist/assets`
 */
export function deployedConfig(config: FirebaseJson, assets: readonly string[]): object {
  const { predeploy: _built, ...hosting } = config.hosting;
  return {
    ...config,
    hosting: { ...hosting, headers: forFilesThatExist(config.hosting.headers, assets.filter(isDeployed)) },
    functions: config.functions.map(({ predeploy: _predeploy, ...codebase }) => codebase),
  };
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
