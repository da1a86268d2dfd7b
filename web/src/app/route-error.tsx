import { lineAlert } from '@inkwell/shared/line-icons';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/states.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/title.ts';

/**
 * Replaces a page that failed while it was rendered. If a page cannot be loaded, the open page stays (lazy-page.ts).
 */
export function RouteError() {
  const error = useRouteError();
  usePageTitle('Something went wrong');

  useEffect(() => console.error('A page failed', error), [error]);

  return (
    <div className="container" style={{ paddingBlock: 'var(--space-section)' }}>
      <EmptyState
        headingLevel={1}
        icon={lineAlert}
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
        <p>This page could not be shown. Reloading usually helps; what you wrote elsewhere is not lost.</p>
      </EmptyState>
    </div>
  );
}
