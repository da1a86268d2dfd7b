/**
 * An error that the person who started the command can correct. Printed as one sentence, without a stack trace, with
 * exit code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The remedy for damaged data, for the end of each message about it. */
export const START_FRESH = 'Nothing was changed; `npm start -- --fresh` puts it aside and begins again.';

export const damagedFile = (file: string, why: string): StartError =>
  new StartError(`The saved data cannot be read: ${file} is damaged (${why}). ${START_FRESH}`);
