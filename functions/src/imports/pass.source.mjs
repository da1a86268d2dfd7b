import { register } from 'tsx/esm/api';

// The thread of a first pass where its sources run as they are: threads do not inherit the loader of their process.
register();
await import('./pass.worker.ts');
