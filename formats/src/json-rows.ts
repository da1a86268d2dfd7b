import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { createJsonCutter } from './long-values.ts';
import { IMPORT_LIMITS, ImportFault, type ImportSource } from './records.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Row = Readonly<Record<string, Json>>;

/** A row of a table in a Ghost export. The table `meta` has one row. */
export interface TableRow {
  readonly table: string;
  readonly row: Row;
  /** The number of the row in its table, from 1. */
  readonly number: number;
}

const CHUNK = 64 * 1024;

/**
 * Streams the rows of the given tables of `{meta, data: {table: [rows]}}`, with or without `db: [...]` around it. Other tables are skipped.
 * @throws ImportFault with the line for invalid JSON, a premature end, or values that exceed the limits
 */
export async function* readTables(source: ImportSource, wanted: readonly string[]): AsyncGenerator<TableRow> {
  const found: TableRow[] = [];
  const place = { bytes: 0, line: 1, quiet: 0, record: 1 };
  /** The depth of the current token, the depth of rows, and the size of the current row. */
  const row = { depth: 0, begins: 0, size: 0 };
  const fault = (reason: string, cause?: unknown) =>
    new ImportFault(
      reason,
      {
        file: source.name,
        line: place.line,
        ...(row.begins > 0 && row.depth >= row.begins && { record: place.record }),
      },
      { cause },
    );

  const below = wanted.map((table) => (table === 'meta' ? 'meta' : `data.${table}.*`));
  const parser = new TokenParser({ paths: below.flatMap((path) => [`$.${path}`, `$.db.*.${path}`]), keepStack: false });
  parser.onValue = ({ value, key, stack }) => {
    const table = typeof key === 'number' ? String(stack.at(-1)?.key) : 'meta';
    const number = typeof key === 'number' ? key + 1 : 1;
    if (isRow(value)) found.push({ table, row: value, number });
    place.record = number + 1;
  };
  const tokenizer = new Tokenizer({ stringBufferSize: CHUNK, numberBufferSize: 64 });
  tokenizer.onError = (error) => {
    throw error;
  };
  tokenizer.onToken = (parsed) => {
    const { token, value } = parsed;
    place.quiet = place.bytes;
    if (row.begins === 0 && token === TokenType.STRING) row.begins = value === 'db' ? 6 : 4;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) row.depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) row.depth -= 1;
    row.size = row.depth < row.begins ? 0 : row.size + (typeof value === 'string' ? value.length : 16);
    if (row.depth > IMPORT_LIMITS.depth) throw fault('The values are nested too deeply');
    parser.write(parsed);
  };

  const write = (bytes: Uint8Array) => {
    try {
      tokenizer.write(bytes);
    } catch (error) {
      throw error instanceof ImportFault ? error : fault('This is no JSON', error);
    }
    place.bytes += bytes.length;
    if (place.bytes - place.quiet > IMPORT_LIMITS.valueBytes || row.size > IMPORT_LIMITS.valueBytes)
      throw fault('A value is too long');
  };

  // Limited to half, so that a single string never makes a value too long.
  const cut = createJsonCutter(IMPORT_LIMITS.valueBytes / 2);
  for await (const chunk of source.open()) {
    for (const part of lines(cut(chunk))) {
      write(part);
      if (part.at(-1) === 10) place.line += 1;
      if (found.length > 0) yield* found.splice(0);
    }
  }
  if (!parser.isEnded) throw fault('The file ends too early');
}

export const isRow = (value: Json | undefined): value is Row & { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits a chunk into parts that end with a line, or are short. */
function* lines(chunk: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < chunk.length; ) {
    const end = chunk.indexOf(10, start);
    const next = Math.min(end < 0 ? chunk.length : end + 1, start + CHUNK);
    yield chunk.subarray(start, next);
    start = next;
  }
}
