import { AppError } from '@inkwell/shared/errors';

const RETRY_AFTER_SECONDS = 5;

/**
 * Settles with `work`, or rejects after the deadline while `work` continues.
 * @param text the message for the caller after the deadline
 * @throws AppError `unavailable` after `ms`
 */
export async function within<T>(ms: number, work: Promise<T>, text?: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    const cause = new Error(`no result within ${ms} ms`);
    timer = setTimeout(
      () => reject(new AppError('unavailable', text, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })),
      ms,
    );
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
