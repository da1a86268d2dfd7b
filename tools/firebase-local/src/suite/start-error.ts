/** Something the person at the keyboard can put right. Printed as one sentence, without a stack, with exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
