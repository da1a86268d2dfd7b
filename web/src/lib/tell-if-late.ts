import { toast } from './toast.ts';

/** Product §9. */
export const LATE_MS = 10_000;

/**
 * Tells the writer if the server has not answered a save after 10 s. The call continues, and its result replaces the toast.
 * @returns the answer
 */
export function tellIfLate<T>(answer: Promise<T>): Promise<T> {
  const words = 'The server has not answered yet. Your text is not lost: it stays here until it is saved.';
  const timer = setTimeout(toast, LATE_MS, { title: 'Still Saving', message: words });
  return answer.finally(() => clearTimeout(timer));
}
