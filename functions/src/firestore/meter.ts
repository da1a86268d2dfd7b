import type { Firestore } from 'firebase-admin/firestore';
import { currentMeter, type Meter } from '../common/meter.ts';

/** The transport of the client library. It is internal, so its presence is checked. */
interface Transport {
  request(method: string, request: { writes?: unknown[] }, ...rest: unknown[]): Promise<unknown>;
  requestStream(method: string, ...rest: unknown[]): Promise<NodeJS.EventEmitter>;
}

const hasTransport = (db: object): db is Transport =>
  'request' in db &&
  typeof db.request === 'function' &&
  'requestStream' in db &&
  typeof db.requestStream === 'function';

/**
 * Counts the documents that calls on `db` read and write, for budgets in tests, benchmarks and log lines.
 * @throws Error if the client library no longer has these methods
 */
export function meterFirestore(db: Firestore): void {
  if (!hasTransport(db)) throw new Error('this version of @google-cloud/firestore cannot be metered');
  const { request, requestStream } = db;

  db.request = (method, body, ...rest) => {
    const meter = currentMeter();
    if (meter && (method === 'commit' || method === 'batchWrite')) meter.writes += body.writes?.length ?? 0;
    return request.call(db, method, body, ...rest);
  };

  db.requestStream = async (method, ...rest) => {
    const meter = currentMeter();
    const stream = await requestStream.call(db, method, ...rest);
    return meter ? countStream(meter, method, stream) : stream;
  };
}

interface StreamMessage {
  readonly found?: unknown;
  readonly missing?: unknown;
  readonly document?: unknown;
  readonly result?: { readonly aggregateFields?: Readonly<Record<string, { readonly integerValue?: unknown }>> };
}

function countStream(meter: Meter, method: string, stream: NodeJS.EventEmitter): NodeJS.EventEmitter {
  let documents = 0;
  // A `data` listener would start the stream before its reader is attached, so events are counted as they are emitted.
  const emit = stream.emit;
  stream.emit = (event, ...args: unknown[]) => {
    if (event === 'data') {
      const found = documentsIn(args[0] as StreamMessage);
      documents += found;
      meter.reads += found;
    } else if (event === 'end' && method === 'runQuery' && documents === 0) {
      meter.reads += 1;
    }
    return emit.call(stream, event, ...args);
  };
  return stream;
}

function documentsIn(message: StreamMessage): number {
  const aggregate = message.result?.aggregateFields;
  if (aggregate) return Math.max(1, Math.ceil(Number(Object.values(aggregate)[0]?.integerValue ?? 1) / 1000));
  return message.found || message.missing || message.document ? 1 : 0;
}
