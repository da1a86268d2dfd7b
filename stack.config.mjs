import { name } from './publication.config.ts';

/**
 * What the local stack (tools/firebase-local/) builds, runs and seeds for this product. The types and the meaning of each field are
 * in tools/firebase-local/src/suite/stack-config.ts; paths are relative to this file.
 *
 * @type {import('./tools/firebase-local/src/suite/stack-config.ts').StackConfig}
 */
export default {
  name,
  projectId: 'demo-inkwell',
  bucket: 'demo-inkwell.firebasestorage.app',
  builds: [
    {
      name: 'functions',
      command: ['npm', 'run', 'build', '--workspace', 'functions'],
      sources: [
        'functions/src',
        'functions/scripts',
        'functions/package.json',
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
      output: 'web/dist/app.html',
    },
  ],
  functions: {
    source: 'functions',
    targets: [
      { name: 'api', port: 'functions' },
      { name: 'live', port: 'live', upgrades: '/ws' },
      { name: 'page', port: 'page', pages: true },
    ],
    // The key that signs unsubscribe links; the deployed one is a secret (docs/operations.md).
    // Heap limits for an instance of 512 MiB: where memory is plenty, a function under load would keep 200 MB and more.
    env: ({ siteUrl }) => ({
      SITE_URL: siteUrl,
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
  seed: {
    script: 'tools/seed/src/main.ts',
    prepare: ['prepare'],
    load: ['load'],
    env: () => ({}),
  },
  warmUp: ['/', '/api/posts/popular?limit=6', '/api/categories'],
  accounts: {
    password: 'Inkwell#2026',
    emails: ['admin@inkwell.test', 'moderator@inkwell.test', 'reader@inkwell.test'],
  },
};
