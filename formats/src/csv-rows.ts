import { TextDecoder } from 'node:util';
import { ImportFault, type ImportSource } from './records.ts';

/** A row of a CSV by the names of its columns, in small letters and without signs: `subscribed_to_emails` is `subscribedtoemails`. */
export interface CsvRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** Of one row, in UTF-16 units. */
const MAX_ROW = 1_000_000;
const MAX_COLUMNS = 500;

const columnName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The rows of a CSV (RFC 4180) with a header: quoted cells, line breaks in them, a byte order mark, and commas, semicolons or tabs between
 * cells, whichever the header has. Blank lines are passed over.
 * @throws ImportFault with the line for a quote that is never closed, a row that is too long, no header, or another encoding
 */
export async function* readCsv(source: ImportSource): AsyncGenerator<CsvRow> {
  let names: string[] | null = null;
  /** Whether a row had a cell for every name: then one that breaks off at the end of the file is no shorter row. */
  let hasWhole = false;
  for await (const { cells, line, isOpen } of readRows(source)) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (names === null) {
      // What tells Excel the sign between cells.
      if (line === 1 && /^sep=$/i.test(cells[0]?.trim() ?? '')) continue;
      names = cells.map(columnName);
      continue;
    }
    const known: readonly string[] = names;
    if (isOpen && hasWhole && cells.length < known.length)
      throw new ImportFault('The file ends in the middle of a row', { file: source.name, line });
    hasWhole ||= cells.length >= known.length;
    yield { line, cells: new Map(cells.flatMap((cell, n) => (known[n] ? [[known[n], cell.trim()] as const] : []))) };
  }
  if (names === null) throw new ImportFault('The file is empty', { file: source.name });
}

interface Cells {
  readonly cells: string[];
  readonly line: number;
  /** Whether the file ended before the row did. */
  readonly isOpen: boolean;
}

async function* readRows(source: ImportSource): AsyncGenerator<Cells> {
  let line = 1;
  let start = 1;
  let cells: string[] = [];
  let cell = '';
  let size = 0;
  let isQuoted = false;
  /** A quote in a quoted cell: it ends the cell, or is one of two. */
  let isAfterQuote = false;
  let separator: string | null = null;
  const rows: Cells[] = [];

  const endCell = () => {
    cells.push(cell);
    cell = '';
    isAfterQuote = false;
  };
  const endRow = (isOpen = false) => {
    endCell();
    rows.push({ cells, line: start, isOpen });
    cells = [];
    size = 0;
    start = line;
  };

  function take(sign: string): void {
    size += 1;
    if (size > MAX_ROW || cells.length > MAX_COLUMNS)
      throw new ImportFault('A row is too long', { file: source.name, line: start });
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign === '"') {
        isQuoted = false;
        isAfterQuote = true;
      } else cell += sign;
    } else if (sign === '"' && (cell.trim() === '' || isAfterQuote)) {
      cell = isAfterQuote ? `${cell}"` : '';
      isQuoted = true;
      isAfterQuote = false;
    } else if (sign === '\n') endRow();
    else if (sign === separator || (separator === null && /[,;\t]/.test(sign))) {
      separator ??= sign;
      endCell();
    } else if (sign !== '\r') cell += sign;
  }

  for await (const text of decoded(source)) {
    for (const sign of text) take(sign);
    if (rows.length > 0) yield* rows.splice(0);
  }
  if (isQuoted) throw new ImportFault('A quote is never closed', { file: source.name, line: start });
  if (cell !== '' || cells.length > 0) endRow(true);
  yield* rows;
}

/** UTF-8 without its byte order mark, or UTF-16 with one. */
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
