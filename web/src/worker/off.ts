import type { WorkerScope } from './scope.ts';

/**
 * Removes the worker and its caches from browsers: `npm run deploy -- --without-worker` deploys this instead of the
 * worker.
 */
export function stopWorker(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => {
    const clear = async () => {
      await Promise.all((await scope.caches.keys()).map((name) => scope.caches.delete(name)));
      await scope.registration.unregister();
    };
    event.waitUntil(clear());
  });
}
