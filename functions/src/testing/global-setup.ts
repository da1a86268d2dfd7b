import { join } from 'node:path';
import { ensureBuilt } from 'firebase-local/builds';
import { startTestSuite } from 'firebase-local/testing/suite';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * The page renderer, built as its own bundle (vitest.config.ts). From source, each worker would transform the whole app and render with React's
 * development build.
 */
const RENDERER = {
  name: 'renderer',
  command: ['npm', 'exec', '--workspace', 'web', '--', 'vite', 'build', '--ssr', '--mode', 'test'],
  sources: ['web', 'shared/src', 'publication.config.ts', 'package-lock.json'],
  output: 'functions/node_modules/.renderer/server.js',
};

/** Starts the emulators once for all tests of this workspace, while the renderer is built. Sets their addresses in the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const built = ensureBuilt(RENDERER, { root: ROOT, workDir: join(ROOT, '.inkwell'), onStart: () => undefined });
  const [suite] = await Promise.all([startTestSuite({ services: ['auth', 'firestore', 'storage'] }), built]);
  Object.assign(process.env, suite.env);
  return suite.stop;
}
