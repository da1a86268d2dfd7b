/**
 * Splits a post's file into fields and text. Fields are `key: value`, one per line, between two lines of `---`; values are plain text to the end of
 * the line.
 * @throws Error if the file does not begin with fields
 */
export function parseFrontMatter(file: string): { fields: Record<string, string>; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  if (head === undefined || body === undefined) throw new Error('The file does not begin with fields between ---');
  const fields = head.split('\n').map((line): [string, string] => {
    const [, key, value] = /^([A-Za-z]+): (.+)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) throw new Error(`Not a field: ${line}`);
    return [key, value.trim()];
  });
  return { fields: Object.fromEntries(fields), body: body.trim() };
}
