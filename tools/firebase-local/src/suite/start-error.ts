/**
 * An error that the person who started the command can correct. Printed as one sentence, without a stack trace, with
 * exit code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
