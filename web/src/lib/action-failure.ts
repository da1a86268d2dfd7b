import { isApiError, serverText } from './api.ts';
import { type FailureWords, failureReason, failureText } from './failure.ts';

/**
 * What a toast says about something that failed, in the words of product §8: 'Failed to publish post: 403: …'. Where a status
 * and its text say too little, the reason follows, or stands in their place: asking too often is told with the wait, and what
 * nobody answered in words.
 */
export function actionFailure(action: string, error: unknown): FailureWords {
  const failed = (why: string) => `Failed to ${action}: ${why}`;
  if (isApiError(error)) {
    if (error.status === 429 || serverText(error, '') === '') return [failed(failureText(error)), null];
    return [failed(error.message), error.status < 500 ? null : failureReason(error)];
  }
  const hasOwnWords = error instanceof Error && !(error instanceof TypeError || error instanceof DOMException);
  return hasOwnWords ? [failed(error.message), failureReason(error.cause)] : [failed(failureText(error)), null];
}
