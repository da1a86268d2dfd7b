#!/usr/bin/env node
/** Runs `firebase-local start`, `firebase-local emulators` or `firebase-local firestore`: see README.md. */
import { run } from './run.mjs';

const PROGRAMS = {
  start: '../src/suite/main.ts',
  emulators: '../src/suite/complete.ts',
  firestore: '../src/firestore/main.ts',
};

const [command] = process.argv.splice(2, 1);
const program = Object.hasOwn(PROGRAMS, command ?? '') ? PROGRAMS[command] : undefined;
if (program) {
  run(program);
} else {
  const known = Object.keys(PROGRAMS).join(', ');
  process.stderr.write(`\n  ${command ? `"${command}" is not a command` : 'Name a command'}: there are ${known}.\n\n`);
  process.exitCode = 1;
}
