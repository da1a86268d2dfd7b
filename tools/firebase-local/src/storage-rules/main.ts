/**
 * Stand-in for Google's Storage rules runtime (a Java program): reads requests from standard input and writes answers
 * to standard output, one JSON object per line. firebase-tools starts it as `java -jar <this file> serve`.
 */
import { createInterface } from 'node:readline';
import { StorageRulesRuntime } from './runtime.ts';

const runtime = new StorageRulesRuntime();

function send(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
  const answer = runtime.handle(line);
  if (answer) send(answer);
});
// The input ends when the Storage emulator that started this process ends.
process.stdin.on('end', () => process.exit(0));
send(runtime.greeting());
