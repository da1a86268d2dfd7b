import { toastError, toastSuccess } from '../../lib/toast.ts';

/** Opens the device's share sheet; without one, copies the link. Product §2, Post detail. */
export async function sharePost(post: { title: string }, url: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: post.title, url });
      return;
    } catch (error) {
      // The reader closed the sheet; after any other failure the link is copied.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toastSuccess('Link Copied', 'Post link copied to clipboard');
  } catch {
    toastError('Copying failed', `Please copy the link yourself: ${url}`);
  }
}
