import { pageTitle } from '@inkwell/shared/site-data';
import { useLayoutEffect } from 'react';
import { useSite } from './site.ts';

/** Sets the title of the page, which screen readers announce after a navigation. */
export function usePageTitle(title: string | null): void {
  const site = useSite();
  useLayoutEffect(() => {
    document.title = pageTitle(title, site);
  }, [title, site]);
}
