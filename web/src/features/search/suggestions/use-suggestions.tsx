import { type FocusEvent, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import type { FocusedField } from './suggestions.tsx';

const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions);

/**
 * Suggests posts, tags and authors below the search field of an element. They load when the field gets the focus; without them, it still works.
 * @param query the page's query, which needs no suggestions
 * @returns handlers and content for the positioned element around the field
 */
export function useSuggestions(query: string): {
  readonly onFocus: (event: FocusEvent) => void;
  readonly list: ReactNode;
} {
  const [focused, setFocused] = useState<FocusedField | null>(null);
  return {
    onFocus({ target }) {
      if (target instanceof HTMLInputElement && target !== focused?.input) {
        setFocused({ input: target, query });
      }
    },
    list: focused && (
      <Suspense fallback={null}>
        <Suggestions {...focused} />
      </Suspense>
    ),
  };
}
