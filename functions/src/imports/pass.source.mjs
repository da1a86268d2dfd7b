import { register } from 'tsx/esm/api';

// The thread of a first pass when its sources are run without a build: threads do not inherit the loader of their process.
register();
await import('./pass.worker.ts');
