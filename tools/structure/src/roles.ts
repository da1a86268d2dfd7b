import type { NamedImport } from './imports.ts';

/** Files that may not import certain modules: files of this repository by path, packages by name. */
interface Boundary {
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly mayNotKnow: RegExp;
  /** Also applies to tests, which may otherwise import anything. */
  readonly inTests?: true;
  readonly why: string;
}

const SERVER = /^functions\/src\//;
const APP = /^web\/src\//;

/** The server's folders that folders below the features may import, apart from themselves. */
const BELOW_FEATURES = { common: '', html: '', runtime: 'common', http: 'common', firestore: 'common' };

/** Restrictions on a file's imports because of its role, in addition to the tables in layers.ts. */
export const BOUNDARIES: readonly Boundary[] = [
  {
    files: /^shared\/src\//,
    mayNotKnow: /^(?:firebase|firebase-admin|firebase-functions|react|react-dom)(?:\/|$)|^express$|^node:/,
    inTests: true,
    why: 'shared runs in the browser and on the server, and knows neither',
  },
  {
    files: /^formats\/src\//,
    mayNotKnow: /^(?:firebase|firebase-admin|firebase-functions|react|react-dom|express)(?:\/|$)|^node:https?$/,
    inTests: true,
    why: 'formats reads files: it knows neither Firebase nor HTTP',
  },
  { files: /^shared\/src\//, mayNotKnow: /^zod$/, inTests: true, why: 'shared reaches the browser: zod/mini' },
  { files: APP, mayNotKnow: /^zod$/, why: 'the app reaches the browser: zod/mini' },
  {
    files: APP,
    mayNotKnow: /^(?:functions|tools)\//,
    inTests: true,
    why: 'the app knows neither the server nor the tools',
  },
  {
    files: APP,
    mayNotKnow: /^firebase-(?:admin|functions)(?:\/|$)|^express$|^node:/,
    why: 'the app runs in browsers',
  },
  { files: APP, except: /^web\/src\/lib\//, mayNotKnow: /^firebase(?:\/|$)/, why: 'only lib speaks to Firebase' },
  {
    files: APP,
    mayNotKnow: /^firebase\/(?:firestore|database)(?:\/|$)/,
    why: 'documents belong to the server: the browser asks the API',
  },
  { files: APP, mayNotKnow: /\/test(?:ing)?\//, why: 'what ships knows no tests and no sample data' },
  { files: SERVER, mayNotKnow: /\/testing\//, why: 'what ships knows no tests and no sample data' },
  {
    files: SERVER,
    except: /^functions\/src\/(?:firestore|compose)\/|\.(?:repository|converter)\.ts$/,
    mayNotKnow: /^firebase-admin(?:\/firestore)?$|^@google-cloud\/firestore(?:\/|$)|^functions\/src\/firestore\//,
    why: 'only repositories and converters touch Firestore',
  },
  {
    files: SERVER,
    except: /^functions\/src\/(?:http\/|compose\/|index\.ts)|\.routes\.ts$/,
    mayNotKnow: /^express$|^functions\/src\/http\//,
    why: 'only routes know HTTP',
  },
  { files: /^functions\/.*\.routes\.ts$/, mayNotKnow: /\.(?:repository|converter)\.ts$/, why: 'routes call services' },
  { files: /^functions\/.*\.service\.ts$/, mayNotKnow: /\.routes\.ts$/, why: 'services do not know routes' },
  {
    files: /^functions\/.*\.(?:repository|converter)\.ts$/,
    mayNotKnow: /\.(?:service|routes)\.ts$/,
    why: 'repositories know neither services nor routes',
  },
  {
    files: SERVER,
    except: /^functions\/src\/compose\/config\.ts$/,
    mayNotKnow: /^(?:node:)?process$/,
    why: 'only compose/config.ts reads the environment',
  },
  {
    files: SERVER,
    except: /^functions\/src\/index\.ts$/,
    mayNotKnow: /^firebase-functions(?:\/|$)/,
    why: 'only index.ts declares functions and parameters',
  },
  {
    files: /^functions\/src\/index\.ts$/,
    mayNotKnow: /^functions\/src\/(?!(?:common|compose|runtime)\/)[^/]+\//,
    why: 'compose puts functions together, index.ts declares them',
  },
  ...Object.entries(BELOW_FEATURES).map(([folder, known]) => ({
    files: new RegExp(`^functions/src/${folder}/`),
    mayNotKnow: new RegExp(`^functions/src/(?!(?:${[folder, known].filter(Boolean).join('|')})/)`),
    why: `${folder} knows nothing of the product`,
  })),
];

/** Tests may import anything, but nothing imports them. */
export const TEST = /\.test\.tsx?$|\/src\/test(ing)?\//;

/** Imports that cross a boundary, with the reasons. */
export const crossings = (imports: readonly NamedImport[]): { found: NamedImport; why: string }[] =>
  imports.flatMap((found) =>
    BOUNDARIES.filter(
      ({ files, except, mayNotKnow, inTests }) =>
        files.test(found.from) &&
        !except?.test(found.from) &&
        (inTests || !TEST.test(found.from)) &&
        mayNotKnow.test(found.to),
    ).map(({ why }) => ({ found, why })),
  );

/** Packages whose files must be imported through their exports. Builds are excepted, because they run before package names resolve. */
const PACKAGE = /(?:^|\/)(?:shared|formats|firebase-local)\/src\//;
const BUILDS = 'web/scripts/';

export const pathsIntoPackages = (imports: readonly NamedImport[]): NamedImport[] =>
  imports.filter(({ from, specifier }) => PACKAGE.test(specifier) && !from.startsWith(BUILDS));
