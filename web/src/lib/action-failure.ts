import { isApiError, serverText } from './api.ts';
import { type FailureWords, failureReason, failureText } from './failure.ts';

/**
 * The text of a toast about a failed action, as in product §8: 'Failed to publish post: 403: …'. A rate limit is
 * explained by the time to wait, and a missing answer by its cause.
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
