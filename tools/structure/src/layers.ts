import type { Import } from './imports.ts';

/**
 * What each part of the repository may import, apart from its own files. A part is a folder or a file, named by its path. If two parts contain a
 * file, the longer path counts. A part that is not listed may import nothing.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'publication.config.ts': [],
  'stack.config.mjs': ['publication.config.ts'],
  shared: [],
  // One module reads the publication's values, so that a bundle includes only the values it uses.
  'shared/src/site.ts': ['shared', 'publication.config.ts'],
  'shared/scripts': ['shared', 'publication.config.ts'],
  formats: ['shared'],
  functions: ['shared', 'formats', 'functions/src/inventory.ts'],
  // Only the page renderer may be imported from the app.
  'functions/src/index.ts': ['functions', 'formats', 'shared', 'web/src/server.tsx'],
  'functions/src/testing/served.ts': ['functions', 'formats', 'shared', 'web/src/server.tsx'],
  // The functions with their accounts, which a deployment creates: values without imports.
  'functions/src/inventory.ts': [],
  web: ['shared'],
  'web/src/server.tsx': ['web', 'shared'],
  'web/scripts': ['web', 'shared', 'publication.config.ts'],
  // The tests that a run skips.
  'vitest.thorough.ts': [],
  'shared/vitest.config.ts': ['vitest.thorough.ts'],
  'formats/vitest.config.ts': ['vitest.thorough.ts'],
  'functions/vitest.config.ts': ['functions', 'vitest.thorough.ts'],
  'web/vitest.config.ts': ['vitest.thorough.ts'],
  'tools/rules/vitest.config.ts': ['vitest.thorough.ts'],
  'tools/firebase-local': [],
  'tools/seed': ['functions', 'shared', 'tools/firebase-local'],
  'tools/bench': ['functions', 'formats', 'shared', 'tools/firebase-local', 'tools/e2e'],
  'tools/e2e': ['tools/firebase-local'],
  'tools/rules': ['tools/firebase-local'],
  'tools/deploy': ['functions/src/inventory.ts'],
  'tools/structure': [],
  'tools/install': [],
  // Its tests serve the API.
  'tools/cli': ['functions', 'formats', 'shared'],
};

/**
 * The layers of a workspace, from bottom to top: a folder may import only folders in earlier rows. docs/architecture.md describes those of the
 * server.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'functions/src': [
    'inventory.ts',
    'common',
    ...['html', 'runtime', 'firestore', 'http'],
    ...[
      'audit',
      'jobs',
      'limits',
      'mail',
      'storage',
      'pictures',
      'uploads',
      'users',
      'categories',
      'addresses',
      'named-lists',
      'tags',
      'series',
      'authors',
      'settings',
      'traffic',
      'webhooks',
    ],
    ...[
      'posts',
      'search',
      'likes',
      'bookmarks',
      'views',
      'comments',
      'personal-notifications',
      'reviews',
      'notes',
      'moderation',
      'drafts',
      'editing',
      'revisions',
      'site-pages',
      'previews',
      'redirects',
    ],
    'costs',
    ...[
      'reading',
      'following',
      'activity',
      'analytics',
      'staff',
      'live',
      'migration',
      'newsletter',
      'exports',
      'imports',
      'newsletter-issues',
      'invitations',
      'tokens',
      'notifications',
      'openapi',
      'personal-data',
      'pages',
      'mcp',
      'picture-library',
      'session',
      'sweep',
    ],
    ...['compose', 'index.ts'],
  ],
  'web/src': ['worker', 'lib', 'hooks', 'components', 'features', 'app', 'main.tsx', 'server.tsx'],
};

/** Imports between parts of the repository that the table does not allow. */
export const strangers = (imports: readonly Import[], mayImport = MAY_IMPORT): Import[] =>
  imports.filter(({ from, to }) => {
    const [part, other] = [partOf(from, mayImport), partOf(to, mayImport)];
    if (part === null || other === null) return true;
    return !(other === part || reaches(part, other) || (mayImport[part] ?? []).some((known) => reaches(known, other)));
  });

/** `shared` also contains `shared/src/site.ts`. */
const reaches = (part: string, other: string): boolean => other === part || other.startsWith(`${part}/`);

function partOf(file: string, mayImport: typeof MAY_IMPORT): string | null {
  const parts = Object.keys(mayImport).filter((part) => reaches(part, file));
  return parts.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Imports into a higher layer, and imports of folders without a layer. */
export const arrowsUp = (imports: readonly Import[], layers = LAYERS): Import[] =>
  Object.entries(layers).flatMap(([root, order]) => {
    const heightOf = (file: string) => order.indexOf(file.slice(root.length + 1).split('/', 1)[0] ?? '');
    return imports.filter(({ from, to }) => {
      if (!from.startsWith(`${root}/`) || !to.startsWith(`${root}/`)) return false;
      return heightOf(from) < 0 || heightOf(to) < 0 || heightOf(from) < heightOf(to);
    });
  });
