import { stopWorker } from './off.ts';
import type { WorkerScope } from './scope.ts';

stopWorker(self as unknown as WorkerScope);
