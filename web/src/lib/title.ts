import { pageTitle } from '@inkwell/shared/site';
import { useEffect } from 'react';

/** Names the page in the browser's tab and history; screen readers hear it after a navigation. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
