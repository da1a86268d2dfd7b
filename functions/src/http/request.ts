import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { createMeter, type Meter, withMeter } from '../common/meter.ts';
import { type TraceFields, traceFields } from '../common/trace.ts';

/** What belongs to one request, however the runtime wraps it. */
export interface RequestState {
  /** Stands in `X-Request-Id` of the answer and in the log line. */
  readonly id: string;
  readonly meter: Meter;
  /** Method and path pattern of the call; null until one matches. Paths themselves hold ids and stay out of the log. */
  route: string | null;
  /** Ties lines of the log to the platform's own line of this request. */
  trace: TraceFields;
}

const states = new WeakMap<IncomingMessage, RequestState>();

export function requestOf(req: IncomingMessage): RequestState {
  const known = states.get(req);
  if (known) return known;
  const state: RequestState = { id: randomUUID(), meter: createMeter(), route: null, trace: {} };
  states.set(req, state);
  return state;
}

interface Options {
  readonly clock: Clock;
  readonly log: Log;
  readonly projectId: string;
  /** Adds the documents read and written to the answer's headers. */
  readonly showCosts: boolean;
}

/** Gives each request an id and a meter, and writes one line when it is answered. */
export function trackRequests({ clock, log, projectId, showCosts }: Options): RequestHandler {
  return (req, res, next) => {
    const state = requestOf(req);
    const startedMs = clock.now().getTime();
    state.trace = traceFields(req, projectId);
    res.setHeader('X-Request-Id', state.id);
    res.once('close', () => {
      log('INFO', 'call', {
        requestId: state.id,
        method: req.method,
        route: state.route,
        status: res.statusCode,
        durationMs: clock.now().getTime() - startedMs,
        ...(showCosts && { reads: state.meter.reads, writes: state.meter.writes }),
        ...(!res.writableFinished && { aborted: true }),
        ...state.trace,
      });
    });
    // Following a request through its promises costs time on each of them, so only where somebody looks.
    if (!showCosts) return next();
    showMeter(res, state.meter);
    withMeter(state.meter, next);
  };
}

function showMeter(res: Response, meter: Meter): void {
  const writeHead = res.writeHead;
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    res.setHeader('X-Firestore-Reads', String(meter.reads));
    res.setHeader('X-Firestore-Writes', String(meter.writes));
    return writeHead.apply(res, args);
  }) as typeof writeHead;
}
