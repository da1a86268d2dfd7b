import { createHash } from 'node:crypto';
import { invalidType } from '../type-errors.ts';
import { bytes, type RulesValue } from '../values.ts';
import { argument, type Charge } from './method.ts';

const CASTAGNOLI = 0x82f63b78;
const IEEE = 0xedb88320;
const tables = new Map([CASTAGNOLI, IEEE].map((polynomial) => [polynomial, buildTable(polynomial)]));

/** rules.hashing: of bytes, or of a string's UTF-8. */
export const hashingFunctions: Readonly<Record<string, (args: readonly RulesValue[], charge: Charge) => RulesValue>> = {
  'hashing.md5': (args, charge) => bytes(createHash('md5').update(input(args, charge)).digest()),
  'hashing.sha256': (args, charge) => bytes(createHash('sha256').update(input(args, charge)).digest()),
  'hashing.crc32': (args, charge) => checksum(input(args, charge), IEEE),
  'hashing.crc32c': (args, charge) => checksum(input(args, charge), CASTAGNOLI),
};

function input(args: readonly RulesValue[], charge: Charge): Uint8Array {
  const value = argument(args, 0);
  if (value.type !== 'string' && value.type !== 'bytes') throw invalidType(value, 'string', 'bytes');
  charge(value.value.length);
  return value.type === 'string' ? Buffer.from(value.value) : value.value;
}

/** Four bytes in little-endian order (recorded: `crc32('abc')` is C2412435, not 352441C2). */
function checksum(data: Uint8Array, polynomial: number): RulesValue {
  const table = tables.get(polynomial) ?? buildTable(polynomial);
  let crc = 0xffffffff;
  for (const byte of data) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  const result = Buffer.alloc(4);
  result.writeUInt32LE((crc ^ 0xffffffff) >>> 0);
  return bytes(result);
}

function buildTable(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value >>> 0;
  });
}
