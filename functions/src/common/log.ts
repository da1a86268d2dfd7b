/** Severities of Cloud Logging: `jsonPayload.severity` of a line on standard output. */
export type Severity = 'INFO' | 'WARNING' | 'ERROR';

/** Fields of a line. Never tokens, addresses, names or bodies: whoever reads logs need not know who reads posts. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one structured line. */
export type Log = (severity: Severity, message: string, fields?: LogFields) => void;

/** Has Error Reporting take an entry whatever its text looks like ("Format errors in Logging"). */
const REPORTED_ERROR = 'type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent';

/**
 * The structured entry of a line. Errors are marked for Error Reporting, with the field `error` as their stack; one without a
 * stack is told apart from others by its message.
 */
export function logEntry(severity: Severity, message: string, fields: LogFields = {}): object {
  if (severity !== 'ERROR') return { severity, message, ...fields };
  const { error, ...others } = fields;
  const hasStack = typeof error === 'string' && /\n\s+at /.test(error);
  return {
    severity,
    message,
    '@type': REPORTED_ERROR,
    ...(hasStack ? { stack_trace: error } : { error, context: { reportLocation: { functionName: message } } }),
    ...others,
  };
}

/** Lines of JSON on standard output, which Cloud Logging reads as structured entries. */
export const consoleLog: Log = (severity, message, fields) => {
  process.stdout.write(`${JSON.stringify(logEntry(severity, message, fields))}\n`);
};

/** What an error says of itself, for a log line: its kind, message and stack, with its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describeError(error.cause)}`;
}
