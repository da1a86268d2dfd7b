import { pageTitle } from '@inkwell/shared/site';
import { useLayoutEffect } from 'react';

/** Sets the title of the page; screen readers hear it after a navigation. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
