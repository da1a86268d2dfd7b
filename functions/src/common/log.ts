/** Severities of Cloud Logging: `jsonPayload.severity` of a line on standard output. */
export type Severity = 'INFO' | 'WARNING' | 'ERROR';

/** Fields of a line. Never tokens, addresses, names or bodies: whoever reads logs need not know who reads posts. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one structured line. */
export type Log = (severity: Severity, message: string, fields?: LogFields) => void;

/** Lines of JSON on standard output, which Cloud Logging reads as structured entries. */
export const consoleLog: Log = (severity, message, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ severity, message, ...fields })}\n`);
};

/** What an error says of itself, for a log line: its kind, message and stack, with its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describeError(error.cause)}`;
}
