import { pageTitle } from '@inkwell/shared/site';
import { useLayoutEffect } from 'react';

/** Names the page in the browser's tab and history; screen readers hear it after a navigation. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
