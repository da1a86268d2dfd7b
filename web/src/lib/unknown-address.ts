import { ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import type { UseQueryResult } from '@tanstack/react-query';
import { isApiError } from './api.ts';
import { useRendered } from './rendered.ts';
import { usePageTitle } from './title.ts';

/** The path of the document, which stays when the app navigates; null until the app starts. */
let documentPath: string | null = null;
/** The path whose served page says that nothing exists there; null for all others. */
let unknownPath: string | null = null;

/** Notes whether the server found nothing at this address. Call this before the first render. */
export function noteUnknown(): void {
  documentPath = window.location.pathname;
  unknownPath = document.querySelector(`[${ROOT_ATTRIBUTES.unknown}]`) ? window.location.pathname : null;
}

/** Resets the state, for tests, whose files share the module. */
export function forgetUnknown(): void {
  documentPath = null;
  unknownPath = null;
}

/** Whether this page was served as unknown. It then says so at once, instead of showing placeholders until the API has confirmed it. */
export function useRenderedAsUnknown(): boolean {
  const rendered = useRendered();
  return rendered ? rendered.isUnknown : unknownPath === window.location.pathname;
}

/** Sets the title of a page for what `query` finds, and returns whether nothing exists at its address. */
export function useUnknown(
  { error, isPending }: Pick<UseQueryResult, 'error' | 'isPending'>,
  title: string | null = null,
  unknownTitle: string = UNKNOWN_ADDRESS.title,
): boolean {
  const isRenderedAsUnknown = useRenderedAsUnknown();
  const isUnknown = isApiError(error, 404) || isApiError(error, 400) || (isPending && isRenderedAsUnknown);
  usePageTitle(isUnknown ? unknownTitle : title);
  return isUnknown;
}

/** Whether the app navigated to a path itself, so that the server has not been asked about it. */
export const isPathOfApp = (path: string): boolean => documentPath !== null && documentPath !== path;
