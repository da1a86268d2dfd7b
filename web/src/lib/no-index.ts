import { useLayoutEffect } from 'react';

/** Asks search engines to skip the page; Hosting sends the same in a header (firebase.json). */
export function useNoIndex(): void {
  useLayoutEffect(() => {
    const tag = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex' });
    document.head.append(tag);
    return () => tag.remove();
  }, []);
}
