import { Suspense } from 'react';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import type { ListsDialogProps } from './lists-dialog.tsx';

const ListsDialog = lazyPart(
  async () => (await import('./lists-dialog.tsx')).ListsDialog,
  'The lists could not be opened',
);

/** The dialog with the lists of a saved post, loaded when it is opened. */
export function ListsDialogPart(props: ListsDialogProps) {
  return (
    <ErrorBoundary title="The lists could not be opened">
      <Suspense fallback={null}>
        <ListsDialog {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
