import { LATE_CHANGE_TEXT } from '@inkwell/shared/errors';
import { isApiError, serverText } from './api.ts';
import { MissingFileError, ReloadNeededError } from './chunks.ts';

/** The message of a toast, and the cause if it is known and not part of the message. */
export type FailureWords = readonly [message: string, reason: string | null];

/** Something that this browser cannot do, with a message for people. */
export class Unable extends Error {
  override name = 'Unable';
}

/** Cause and remedy, for people. The only place for these texts; the API's refusals contain their own. */
export const failureText = (error: unknown): string =>
  failureReason(error) ?? 'Something unexpected went wrong. Please try again.';

/** The cause; null if unknown. */
export function failureReason(error: unknown): string | null {
  if (isApiError(error, 504) || isTimeout(error)) return 'The server took too long to answer. Please try again.';
  if (isApiError(error, 503) && error.body.startsWith(LATE_CHANGE_TEXT)) return LATE_CHANGE_TEXT;
  if (isApiError(error) && error.status >= 500) {
    return `Something went wrong on our side (error ${error.status}). Please try again in a moment.`;
  }
  if (isApiError(error)) return serverText(error, `The server refused this (error ${error.status}).`);
  if (error instanceof Unable) return error.message;
  if (!navigator.onLine) return 'You are offline. Please try again when the connection is back.';
  if (error instanceof ReloadNeededError) {
    return error.isOutdated
      ? 'There is a newer version of this site. Reload the page to continue.'
      : 'Part of the site did not load. Reload the page to continue.';
  }
  if (error instanceof MissingFileError) return 'A file is missing on the server. Please try again in a moment.';
  if (error instanceof TypeError) return 'The network did not answer. Please check your connection and try again.';
  return null;
}

/** The server's text if it refused, otherwise `words` with the cause. */
export const failureWords = (words: string, error: unknown): FailureWords =>
  isApiError(error) && error.status < 500 ? [serverText(error, words), null] : [words, failureReason(error)];

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
