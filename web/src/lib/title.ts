import { useEffect } from 'react';

export const SITE_NAME = 'Inkwell';

/** `Posts` becomes `Posts · Inkwell`; nothing becomes the site's own name and claim. */
export const pageTitle = (title: string | null): string =>
  title ? `${title} · ${SITE_NAME}` : `${SITE_NAME} · Stories worth your time`;

/** Names the page in the browser's tab and history; screen readers hear it after a navigation. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
