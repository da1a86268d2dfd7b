const MARK = '---\n';
const END = '\n---\n\n';

/** Values that front matter leaves out. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/**
 * Writes front matter and a text. Values are JSON, which is also YAML, each on one line. `null`, `false` and empty lists are omitted.
 * `readFrontMatter` returns exactly the same text.
 */
export function withFrontMatter(fields: Readonly<Record<string, unknown>>, text: string): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${MARK}${lines.join('\n')}${END}${text}\n`;
}

/** Reads the output of `withFrontMatter`. @throws Error for any other input */
export function readFrontMatter(file: string): { fields: Record<string, unknown>; text: string } {
  const end = file.indexOf(END);
  if (!file.startsWith(MARK) || end < 0 || !file.endsWith('\n')) throw new Error('it has no front matter of an export');
  const fields: Record<string, unknown> = {};
  for (const line of file.slice(MARK.length, end).split('\n')) {
    const name = /^(\w{1,60}): /.exec(line)?.[1];
    if (name === undefined) throw new Error('a line of its front matter is not as in an export');
    fields[name] = JSON.parse(line.slice(name.length + 2));
  }
  return { fields, text: file.slice(end + END.length, -1) };
}
