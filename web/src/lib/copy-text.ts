import { toastError, toastSuccess } from './toast.ts';

/**
 * Copies a text, and says so.
 * @param noun the item that is selected instead if copying is not allowed: 'address'
 * @param copied title and text of the success toast
 */
export async function copyText(text: string, noun: string, copied: readonly [string, string]): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(...copied);
  } catch {
    toastError('Copy Failed', `The browser did not allow it. Select the ${noun} and copy it by hand.`);
  }
}
