/** An error that the person at the keyboard can mend. Printed as one sentence, without a stack trace, with exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
