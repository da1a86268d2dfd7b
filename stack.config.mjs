import { name } from './publication.config.ts';

/**
 * What the local stack (tools/firebase-local/) builds, runs and seeds for this product. Every field is explained in
 * tools/firebase-local/README.md; paths are relative to this file.
 *
 * @type {import('firebase-local/stack-config').StackConfig}
 */
export default {
  name,
  variablePrefix: 'INKWELL',
  workDir: '.inkwell',
  // Raised only when older data can no longer be upgraded, not with each upgrade (CONTRIBUTING.md).
  dataFormat: 1,
  projectId: 'demo-inkwell',
  builds: [
    {
      name: 'functions',
      command: ['npm', 'run', 'build', '--workspace', 'functions'],
      sources: [
        'functions/src',
        'functions/scripts',
        'functions/package.json',
        'formats/src',
        'shared/src',
        'publication.config.ts',
        'package-lock.json',
      ],
      output: 'functions/lib/index.js',
    },
    {
      name: 'web',
      command: ['npm', 'run', 'build', '--workspace', 'web'],
      sources: ['web', 'shared/src', 'publication.config.ts', 'package-lock.json'],
      // The last file that it writes: what renders its pages.
      output: 'functions/lib/app/server.js',
    },
  ],
  functions: {
    targets: [
      { name: 'api', port: 5001, variable: 'INKWELL_FUNCTIONS_PORT' },
      { name: 'live', port: 5110, upgrades: '/ws' },
      { name: 'page', port: 5120 },
    ],
    schedulePath: '/api/dev/schedule',
    // The key that signs unsubscribe links; the deployed one is a secret (docs/operations.md).
    // Heap limits for an instance of 512 MiB: where memory is plenty, a function under load would keep 200 MB and more.
    env: ({ siteUrl, isDevelopment }) => ({
      SITE_URL: siteUrl,
      // The development server renders pages from sources (web/scripts/development-pages.ts).
      ...(isDevelopment && { PAGE_RENDERER: `${siteUrl}/@inkwell/render` }),
      NEWSLETTER_SECRET: 'known to every developer',
      NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8',
    }),
  },
  web: {
    build: 'web',
    devServer: ({ port }) => ({
      cwd: 'web',
      command: ['npx', 'vite', '--host', '127.0.0.1', '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    }),
  },
  seed: { script: 'tools/seed/src/main.ts' },
  warmUp: ['/', '/api/posts/popular?limit=6', '/api/categories'],
  notes: [
    // The accounts of README.md.
    { label: 'Sign in as', text: 'admin@inkwell.test, moderator@inkwell.test, author@inkwell.test,' },
    { label: '', text: 'contributor@inkwell.test or reader@inkwell.test' },
    { label: 'Password', text: 'Inkwell#2026' },
  ],
};
