/** Severities of Cloud Logging. */
export type Severity = 'INFO' | 'WARNING' | 'ERROR';

/** Fields of a log line. Never include tokens, email or network addresses, names or bodies. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one structured line. */
export type Log = (severity: Severity, message: string, fields?: LogFields) => void;

/** Makes Error Reporting accept any entry ("Format errors in Logging"). */
const REPORTED_ERROR = 'type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent';

/** Builds a log entry. Errors are marked for Error Reporting with `error` as their stack; errors without a stack are grouped by message. */
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

/** Writes JSON to standard output, which Cloud Logging reads as structured entries. */
export const consoleLog: Log = (severity, message, fields) => {
  process.stdout.write(`${JSON.stringify(logEntry(severity, message, fields))}\n`);
};

/** The name, message and stack of an error and its causes, for a log line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describeError(error.cause)}`;
}
