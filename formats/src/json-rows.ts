import { Tokenizer, TokenType } from '@streamparser/json';
import { createJsonCutter } from './long-values.ts';
import { IMPORT_LIMITS, ImportFault, type ImportSource } from './records.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Row = Readonly<Record<string, Json>>;

/** A row of a table in an export of Ghost, or `meta`, which has one. */
export interface TableRow {
  readonly table: string;
  readonly row: Row;
  /** Counted from 1 in its table. */
  readonly number: number;
}

const CHUNK = 64 * 1024;

/** Containers that hold no row: the root, `db`, the export, `data`, a table. */
type Level = { readonly key: string | null; readonly isList: boolean };

/**
 * The rows of the wanted tables of `{meta, data: {table: [rows]}}`, bare or in `db: [...]`, as they come. Other tables are passed over.
 * @throws ImportFault with the line for what is no JSON, ends too early, or has longer values than the limits
 */
export async function* readTables(source: ImportSource, wanted: ReadonlySet<string>): AsyncGenerator<TableRow> {
  const found: TableRow[] = [];
  const assembler = createAssembler(wanted, (row) => found.push(row));
  const place = { bytes: 0, line: 1, quiet: 0 };
  const fault = (reason: string, cause?: unknown) =>
    new ImportFault(reason, { file: source.name, line: place.line, ...assembler.place() }, { cause });

  const tokenizer = new Tokenizer({ stringBufferSize: CHUNK, numberBufferSize: 64 });
  tokenizer.onError = (error) => {
    throw error;
  };
  tokenizer.onToken = ({ token, value }) => {
    place.quiet = place.bytes;
    assembler.token(token, value as string | number | boolean | null);
    if (assembler.depth() > IMPORT_LIMITS.depth) throw fault('The values are nested too deeply');
  };

  const write = (bytes: Uint8Array) => {
    try {
      tokenizer.write(bytes);
    } catch (error) {
      throw error instanceof ImportFault ? error : fault('This is no JSON', error);
    }
    place.bytes += bytes.length;
    if (place.bytes - place.quiet > IMPORT_LIMITS.valueBytes || assembler.size() > IMPORT_LIMITS.valueBytes) {
      throw fault('A value is too long');
    }
  };

  // So that one string alone never is a value that is too long.
  const cut = createJsonCutter(IMPORT_LIMITS.valueBytes / 2);
  for await (const chunk of source.open()) {
    for (const part of lines(cut(chunk))) {
      write(part);
      if (part.at(-1) === 10) place.line += 1;
      if (found.length > 0) yield* found.splice(0);
    }
  }
  if (!assembler.isDone()) throw fault('The file ends too early');
}

/** Parts of a chunk that end with a line, or are short. */
function* lines(chunk: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < chunk.length; ) {
    const end = chunk.indexOf(10, start);
    const next = Math.min(end < 0 ? chunk.length : end + 1, start + CHUNK);
    yield chunk.subarray(start, next);
    start = next;
  }
}

/** Puts tokens together to rows. */
function createAssembler(wanted: ReadonlySet<string>, onRow: (row: TableRow) => void) {
  const levels: Level[] = [];
  let key: string | null = null;
  let isKeyNext = false;
  let isStarted = false;
  /** The row that is read, and the containers open in it; null in rows that nobody wants, of which only the depth is counted. */
  let open: (Json[] | { [key: string]: Json })[] | null = null;
  let keys: (string | null)[] = [];
  let skipped = 0;
  let size = 0;
  let number = 0;
  let table = '';

  /** The keys from the export down: `db` and its list are left out. */
  const pathOf = (): string[] => {
    const path = levels.flatMap(({ key: name }) => (name === null ? [] : [name]));
    return path[0] === 'db' ? path.slice(1) : path;
  };

  /** Which table's row begins here; null if a container does, '' for what is passed over. */
  function rowBegins(): string | null {
    const [first, second, ...others] = [...pathOf(), ...(key === null ? [] : [key])];
    const isInList = levels.at(-1)?.isList ?? false;
    if (first === undefined || (first === 'db' && second === undefined)) return null;
    if (first === 'meta') return second === undefined ? 'meta' : '';
    if (first !== 'data') return '';
    if (second === undefined) return null;
    if (others.length > 0) return '';
    return isInList ? second : null;
  }

  function begin(isList: boolean): void {
    isStarted = true;
    if (skipped > 0) skipped += 1;
    else if (open) {
      const child: Json[] | { [key: string]: Json } = isList ? [] : {};
      add(child);
      open.push(child);
      keys.push(key);
      key = null;
    } else {
      const name = rowBegins();
      if (name === null) {
        const isTable = isList && pathOf().concat(key ?? [])[1] !== undefined;
        if (isTable) number = 0;
        levels.push({ key, isList });
        key = null;
      } else {
        table = name;
        number = name === 'meta' ? 1 : number + 1;
        if (!wanted.has(name)) skipped = 1;
      }
      if (name !== null && skipped === 0) {
        open = [isList ? [] : {}];
        keys = [key];
        key = null;
        size = 0;
      }
    }
    isKeyNext = !isList;
  }

  function end(): void {
    if (skipped > 0) skipped -= 1;
    else if (open) {
      const value = open.pop();
      key = keys.pop() ?? null;
      if (open.length === 0) {
        open = null;
        size = 0;
        if (value && !Array.isArray(value)) onRow({ table, row: value, number });
      }
    } else levels.pop();
    isKeyNext = false;
  }

  function add(value: Json): void {
    const parent = open?.at(-1);
    if (parent === undefined) return;
    size += typeof value === 'string' ? value.length : 16;
    if (Array.isArray(parent)) parent.push(value);
    // A key like `__proto__` becomes a value like any other.
    else if (key !== null)
      Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
  }

  const isInObject = (): boolean => {
    if (skipped > 0) return false;
    const parent = open?.at(-1);
    return parent ? !Array.isArray(parent) : levels.length > 0 && !levels.at(-1)?.isList;
  };

  return {
    token(token: TokenType, value: string | number | boolean | null): void {
      if (token === TokenType.LEFT_BRACE) begin(false);
      else if (token === TokenType.LEFT_BRACKET) begin(true);
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) end();
      else if (token === TokenType.COMMA) isKeyNext = isInObject();
      else if (token !== TokenType.COLON && skipped === 0) {
        if (isKeyNext && isInObject() && typeof value === 'string') {
          key = value;
          isKeyNext = false;
        } else add(value);
      }
    },
    depth: () => levels.length + (open?.length ?? 0) + skipped,
    size: () => size,
    isDone: () => isStarted && levels.length === 0 && !open && skipped === 0,
    place: () => ((open || skipped > 0) && table !== 'meta' && table !== '' ? { record: number } : {}),
  };
}
