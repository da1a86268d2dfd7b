import type { WorkerScope } from './scope.ts';

/**
 * Takes the worker and all that it keeps out of the browsers that have it: `npm run deploy -- --without-worker` deploys this in
 * its place.
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
