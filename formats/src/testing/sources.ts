import { type Imported, type ImportFolder, ImportRecord, type ImportSource, ReportLine } from '../records.ts';

/** A file in memory that is read in chunks of odd lengths. */
export const sourceOf = (text: string | Uint8Array, name = 'export'): ImportSource => ({
  name,
  async *open() {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
  },
});

/** A folder in memory. */
export const folderOf = (files: Readonly<Record<string, string>>): ImportFolder => ({
  name: 'site',
  async *paths() {
    yield* Object.keys(files).sort();
  },
  open: (path) => sourceOf(files[path] ?? '', path).open(),
});

/** All output of a reader, validated against the schemas of records. */
export async function allOf(imported: AsyncIterable<Imported>): Promise<Imported[]> {
  const all: Imported[] = [];
  for await (const one of imported) {
    all.push(one.kind === 'report' ? ReportLine.parse(one) : ImportRecord.parse(one));
  }
  return all;
}

export const ofKind = <K extends Imported['kind']>(
  all: readonly Imported[],
  kind: K,
): Extract<Imported, { kind: K }>[] => all.filter((one): one is Extract<Imported, { kind: K }> => one.kind === kind);
