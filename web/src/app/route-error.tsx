import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/states.tsx';
import { useOnline } from '../hooks/use-online.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/title.ts';

/**
 * A page that could not be loaded (a new version was deployed in the meantime, or the network is down) or failed while it
 * was drawn.
 */
export function RouteError() {
  const error = useRouteError();
  const isOnline = useOnline();
  usePageTitle('Something went wrong');

  useEffect(() => console.error('A page failed', error), [error]);

  return (
    <div className="container" style={{ paddingBlock: 'var(--space-section)' }}>
      <EmptyState
        headingLevel={1}
        title="Something went wrong"
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Reload</Button>
            <ButtonLink to={paths.home} variant="secondary" reloadDocument>
              Back to Home
            </ButtonLink>
          </>
        }
      >
        <p>
          {isOnline
            ? 'This page could not be shown. Reloading usually helps; what you wrote elsewhere is not lost.'
            : 'You are offline, and this page is not loaded yet. Reload it when the connection is back.'}
        </p>
      </EmptyState>
    </div>
  );
}
