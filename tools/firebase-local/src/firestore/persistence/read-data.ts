import { createReadStream } from 'node:fs';
import { type DataRecord, decodeRecord, header } from './data-format.ts';

/** A data file that cannot be used. The message is one sentence for the person who started the emulator. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

const unreadable = (file: string, why: string) =>
  new DataFileError(`The Firestore data file ${file} cannot be read: ${why}.`);

function parseHeader(line: string): { format?: unknown; version?: unknown } | null {
  try {
    return JSON.parse(line) as { format?: unknown; version?: unknown } | null;
  } catch {
    return null;
  }
}

function checkHeader(line: string, file: string): void {
  const found = parseHeader(line);
  if (found?.format !== header.format) {
    throw unreadable(file, 'it is not a data file of this emulator');
  }
  if (found?.version !== header.version) {
    throw unreadable(file, `it has version ${String(found?.version)}, this emulator knows ${header.version}`);
  }
}

/**
 * Reads a data file from its start.
 * @returns the number of bytes of complete records; the rest is an incomplete record
 * @throws DataFileError if the file cannot be opened or a record in it is damaged
 */
export async function readDataFile(file: string, take: (record: DataRecord) => void): Promise<number> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 0;
  let bytes = 0;
  const read = (text: string) => {
    line++;
    if (line === 1) {
      checkHeader(text, file);
      return;
    }
    try {
      take(decodeRecord(text));
    } catch {
      throw unreadable(file, `line ${line} is damaged`);
    }
  };
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
        read(data.toString('utf8', start, end));
        bytes += end + 1 - start;
        start = end + 1;
      }
      rest = data.subarray(start);
    }
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    throw unreadable(file, (error as Error).message);
  }
  if (line === 0) throw unreadable(file, 'it is not a data file of this emulator');
  return bytes;
}
