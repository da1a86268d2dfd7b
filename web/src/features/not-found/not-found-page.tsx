import { ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/states.tsx';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/title.ts';

/** Any address the app does not know. Product §2. */
export function Component() {
  usePageTitle('404 Page Not Found');
  return (
    <div className="container" style={{ paddingBlock: 'var(--space-section)' }}>
      <EmptyState
        headingLevel={1}
        title="404 Page Not Found"
        actions={
          <>
            <ButtonLink to={paths.home}>Back to Home</ButtonLink>
            <ButtonLink to={paths.posts} variant="secondary">
              Explore Posts
            </ButtonLink>
          </>
        }
      >
        <p>There is nothing at this address. It may have been moved, or never existed.</p>
      </EmptyState>
    </div>
  );
}
