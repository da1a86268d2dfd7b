import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface RefreshButtonProps {
  readonly query: { readonly refetch: () => unknown };
  readonly isRefreshing: boolean;
  readonly icon?: ReactNode;
}

/** Reloads a list. */
export const RefreshButton = ({ query, isRefreshing, icon }: RefreshButtonProps) => (
  <Button variant="secondary" size="small" icon={icon} isPending={isRefreshing} onClick={() => void query.refetch()}>
    {isRefreshing ? 'Refreshing...' : 'Refresh'}
  </Button>
);
