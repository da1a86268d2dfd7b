import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Old addresses keep working: while there is a `path`, the address bar changes to it, with the same search and hash. */
export function useCurrentAddress(path: string | false | undefined): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (path) void navigate({ pathname: path, search, hash }, { replace: true, preventScrollReset: true });
  }, [path, search, hash, navigate]);
}
