import { startFirestoreEmulator } from './server.ts';

/** `--name=value`, `--name value` and bare words, as the official emulator takes them. */
function parseArguments(words: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(words[i] as string);
    if (!match) continue;
    const [, name = '', inline] = match;
    const next = words[i + 1];
    if (inline !== undefined) options.set(name, inline);
    else if (next !== undefined && !next.startsWith('--')) {
      options.set(name, next);
      i++;
    } else options.set(name, 'true');
  }
  return options;
}

const options = parseArguments(process.argv.slice(2));
const host = options.get('host') ?? '127.0.0.1';
const emulator = await startFirestoreEmulator({
  host,
  port: Number(options.get('port') ?? 8080),
  projectId: options.get('project_id') ?? 'demo-inkwell',
});
console.log(`Dev App Server is now running on ${host}:${emulator.port}.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    emulator.stop().then(() => process.exit(0));
  });
}
