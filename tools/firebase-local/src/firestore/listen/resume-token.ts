import type { Database } from '../engine/database.ts';
import type { Micros } from '../time.ts';

/** A token contains a time in this run of the database that listeners can resume from. */
export function encodeResumeToken(database: Database, time: Micros): Buffer {
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(time));
  return Buffer.concat([database.incarnation, moment]);
}

/** @returns the time of the token; null if the state at that time is unknown */
export function decodeResumeToken(database: Database, token: Buffer): Micros | null {
  if (token.length !== 16 || !token.subarray(0, 8).equals(database.incarnation)) return null;
  const time = Number(token.readBigUInt64BE(8));
  return time >= database.history.horizon && time <= database.lastTime ? time : null;
}
