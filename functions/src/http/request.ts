import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { createMeter, type Meter, withMeter } from '../common/meter.ts';
import { type TraceFields, traceFields } from '../common/trace.ts';
import { limitArrival } from './body.ts';

export interface RequestState {
  /** Also in the answer's `X-Request-Id` header and in the log. */
  readonly id: string;
  readonly meter: Meter;
  /** Method and path pattern of the call; null until one matches. Paths contain ids, so they are not logged. */
  route: string | null;
  /** Set for a poll that found nothing. */
  isEventless?: boolean;
  /** Connects log lines with the platform's line for this request. */
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

/** Most calls are polls without news, so only one in this many is logged. */
const EVENTLESS_PER_LINE = 100;

interface Options {
  readonly clock: Clock;
  readonly log: Log;
  readonly projectId: string;
  /** Adds the number of documents read and written to the headers. */
  readonly showCosts: boolean;
}

/** Gives each request an id, a meter and a time limit for its body. Logs one line per answer, but only one in a hundred polls that found nothing. */
export function trackRequests({ clock, log, projectId, showCosts }: Options): RequestHandler {
  let eventless = 0;
  return (req, res, next) => {
    const state = requestOf(req);
    const startedMs = clock.now().getTime();
    state.trace = traceFields(req, projectId);
    limitArrival(req, res);
    res.setHeader('X-Request-Id', state.id);
    res.once('close', () => {
      if (state.isEventless && res.statusCode < 400) {
        eventless += 1;
        if (eventless % EVENTLESS_PER_LINE !== 1) return;
      }
      log('INFO', 'call', {
        requestId: state.id,
        method: req.method,
        route: state.route,
        status: res.statusCode,
        durationMs: clock.now().getTime() - startedMs,
        ...(showCosts && { reads: state.meter.reads, writes: state.meter.writes }),
        ...(state.isEventless && { standsFor: EVENTLESS_PER_LINE }),
        ...(!res.writableFinished && { aborted: true }),
        ...state.trace,
      });
    });
    // Async context slows down every promise, so it is used only if costs are shown.
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
