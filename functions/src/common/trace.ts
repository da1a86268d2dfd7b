import type { IncomingMessage } from 'node:http';

/** The trace fields of a log line; empty without Google's front end. */
export type TraceFields = Readonly<Record<string, string>>;

/** The header of Google's front end: `TRACE/SPAN;o=1`. */
const TRACE = /^([0-9a-f]{32})(?:\/|$)/;

/** Connects our log lines with the platform's line for the request and with error reports. */
export function traceFields(req: IncomingMessage, projectId: string): TraceFields {
  const trace = TRACE.exec(String(req.headers['x-cloud-trace-context'] ?? ''))?.[1];
  return trace ? { 'logging.googleapis.com/trace': `projects/${projectId}/traces/${trace}` } : {};
}
