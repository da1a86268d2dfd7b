import { pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { ImportFault, type ImportSource } from './records.ts';

/** A row of a CSV file by normalized column name, lowercase letters and digits only: `subscribed_to_emails` is `subscribedtoemails`. */
export interface CsvRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** The limit for one row, in bytes. */
const MAX_ROW = 1_000_000;
const MAX_COLUMNS = 500;

const columnName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The rows of a CSV file (RFC 4180) with a header. Accepts quoted cells, line breaks in them, a byte order mark, and commas, semicolons or tabs as in
 * the header. Blank lines are skipped.
 * @throws ImportFault with the line for an unclosed quote, a row that is too long, a missing header, or another encoding
 */
export async function* readCsv(source: ImportSource): AsyncGenerator<CsvRow> {
  const file = source.name;
  const parts = decoded(source);
  let head = '';
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    head += next.value;
    if (head.length > 65_536 || head.split('\n', 4).length > 3) break;
  }
  // A line that tells Excel the delimiter.
  const hint = /^\s*sep=.?\r?\n/i.exec(head)?.[0] ?? '';
  const hidden = hint.split('\n').length - 1;
  /** The last line of the previous row. */
  let end = hidden;
  const parser = parse({
    delimiter: /[,;\t]/.exec(head.slice(hint.length).replace(/"[^"]*"/g, ''))?.[0] ?? ',',
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    max_record_size: MAX_ROW,
    // Prepends the row's first line number to its cells.
    on_record(cells: string[], { lines }) {
      const line = String(end + 1);
      end = lines + hidden;
      return [line, ...cells];
    },
  });
  let isOpen = false;
  async function* text() {
    for (let value = head.slice(hint.length); value !== undefined; value = (await parts.next()).value) {
      if (value !== '') isOpen = !value.endsWith('\n');
      yield value;
    }
  }
  // An error while reading the file also ends the loop below.
  pipeline(text, parser, () => {});
  let names: readonly string[] | null = null;
  /** Held until the next row is read, because the last row may be incomplete. */
  let row: CsvRow | null = null;
  /** Whether earlier rows have a cell for every column, but the last one does not. */
  let [hasWhole, isShort] = [false, false];
  try {
    for await (const [first, ...cells] of parser as AsyncIterable<string[]>) {
      const line = Number(first);
      if (cells.length > MAX_COLUMNS) throw new ImportFault('A row is too long', { file, line });
      const values = cells.map((cell) => cell.trim());
      if (values.every((cell) => cell === '')) continue;
      if (names === null) {
        names = values.map(columnName);
        continue;
      }
      if (row) yield row;
      const known = names;
      row = { line, cells: new Map(values.flatMap((cell, n) => (known[n] ? [[known[n], cell] as const] : []))) };
      isShort = hasWhole && cells.length < known.length;
      hasWhole ||= cells.length >= known.length;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason = error.code === 'CSV_MAX_RECORD_SIZE' ? 'A row is too long' : 'A quote is never closed';
    throw new ImportFault(reason, { file, line: end + 1 }, { cause: error });
  }
  if (names === null) throw new ImportFault('The file is empty', { file });
  if (!row) return;
  if (isOpen && isShort) throw new ImportFault('The file ends in the middle of a row', { file, line: row.line });
  yield row;
}

/** Decodes UTF-8 with or without a byte order mark, or UTF-16 with one. */
async function* decoded(source: ImportSource): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of source.open()) {
      if (chunk.length === 0) continue;
      const isWide = (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff);
      decoder ??= new TextDecoder(isWide ? (chunk[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (error instanceof TypeError)
      throw new ImportFault('The file is not written in UTF-8', { file: source.name }, { cause: error });
    throw error;
  }
}
