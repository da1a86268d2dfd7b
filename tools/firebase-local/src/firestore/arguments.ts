/** Parses `--name=value`, `--name value` and bare `--name`, as the official emulator does. Ignores other words. */
export function parseArguments(words: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (const [i, word] of words.entries()) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (!match) continue;
    const [, name = '', inline] = match;
    const next = words[i + 1];
    options.set(name, inline ?? (next !== undefined && !next.startsWith('--') ? next : 'true'));
  }
  return options;
}
