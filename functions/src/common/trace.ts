import type { IncomingMessage } from 'node:http';

/** What a line of the log says of the request it belongs to; empty where Google's front is not in between. */
export type TraceFields = Readonly<Record<string, string>>;

/** Trace id of Google's front end: `TRACE/SPAN;o=1`. */
const TRACE = /^([0-9a-f]{32})(?:\/|$)/;

/** Fields that tie a line that we write to the platform's own line of the request, and an error report to both. */
export function traceFields(req: IncomingMessage, projectId: string): TraceFields {
  const trace = TRACE.exec(String(req.headers['x-cloud-trace-context'] ?? ''))?.[1];
  return trace ? { 'logging.googleapis.com/trace': `projects/${projectId}/traces/${trace}` } : {};
}
