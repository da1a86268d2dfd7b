import { isApiError, serverText } from './api.ts';
import { MissingFileError, ReloadNeededError } from './chunks.ts';

/** The message of a toast, and why in a line of its own where the message does not say it and it is known. */
export type FailureWords = readonly [message: string, reason: string | null];

/** Something that this browser cannot do, said for people. */
export class Unable extends Error {
  override name = 'Unable';
}

/** Why something failed and what helps, for people: the one place of these words. Refusals of ours come in their own. */
export const failureText = (error: unknown): string =>
  failureReason(error) ?? 'Something unexpected went wrong. Please try again.';

/** The same, null where nobody knows. */
export function failureReason(error: unknown): string | null {
  if (isApiError(error, 504) || isTimeout(error)) return 'The server took too long to answer. Please try again.';
  if (isApiError(error) && error.status >= 500) {
    return `Something went wrong on our side (error ${error.status}). Please try again in a moment.`;
  }
  if (isApiError(error)) return serverText(error, `The server refused this (error ${error.status}).`);
  if (error instanceof Unable) return error.message;
  if (!navigator.onLine) return 'You are offline. Please try again when the connection is back.';
  if (error instanceof ReloadNeededError) {
    return error.isOutdated
      ? 'There is a newer version of this site. Reload the page to go on.'
      : 'Part of the site did not load. Reload the page to go on.';
  }
  if (error instanceof MissingFileError) return 'A file is missing on the server. Please try again in a moment.';
  if (error instanceof TypeError) return 'The network did not answer. Please check your connection and try again.';
  return null;
}

/** What the server said where it refused, else `words` with the reason. */
export const failureWords = (words: string, error: unknown): FailureWords =>
  isApiError(error) && error.status < 500 ? [serverText(error, words), null] : [words, failureReason(error)];

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
