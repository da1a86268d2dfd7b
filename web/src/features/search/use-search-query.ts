import { readSearchQuery } from '@inkwell/shared/search-query';
import { useSearchParams } from 'react-router';

/** The query is in the address, so that it can be shared and Back from a post returns to its results. */
export function useSearchQuery(): [string, (query: string) => void] {
  const [params, setParams] = useSearchParams();
  const change = (query: string) => {
    setParams(
      (before) => {
        if (query) before.set('q', query);
        else before.delete('q');
        return before;
      },
      { preventScrollReset: true },
    );
  };
  return [readSearchQuery(params.get('q') ?? ''), change];
}
