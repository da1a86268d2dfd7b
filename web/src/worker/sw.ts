import type { WorkerScope } from './scope.ts';
import { startWorker } from './worker.ts';

startWorker(self as unknown as WorkerScope);
