import { loadPublication } from './load/load.ts';

try {
  await loadPublication();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
