import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { Button } from '../components/button.tsx';
import { LoadBanner } from '../components/load-banner.tsx';
import { RetryButton } from '../components/states.tsx';
import { failureText } from '../lib/failure.ts';
import { useStore } from '../lib/store.ts';
import { beginNavigation, keepRetrying, pageFailure, retryPages } from './lazy-page.ts';

/**
 * Says why a requested page cannot be loaded, and retries, automatically and by a button.
 * @param onStay cancels the navigation
 */
export function PageBanner({ onStay }: { readonly onStay?: () => void }) {
  const failure = useStore(pageFailure);
  useEffect(keepRetrying, []);

  if (!failure) return null;
  if (failure.status === 'waiting') {
    return (
      <LoadBanner title="The page can be opened now" text="What you have typed here stays until you open it.">
        <Button onClick={retryPages}>Open</Button>
      </LoadBanner>
    );
  }
  return (
    <LoadBanner title="The page could not be loaded" text={failureText(failure.error)}>
      {onStay && (
        <Button variant="quiet" onClick={onStay}>
          Stay Here
        </Button>
      )}
      <RetryButton error={failure.error} onRetry={retryPages} isRetrying={failure.status === 'retrying'} />
    </LoadBanner>
  );
}

/** The banner of the pending navigation; the open page stays. */
export function NavigationBanner() {
  const { location: destination } = useNavigation();
  const { state, ...here } = useLocation();
  const navigate = useNavigate();
  useEffect(() => (destination ? beginNavigation() : undefined), [destination]);

  // The router cancels a pending navigation when it gets one to the open page.
  const stay = () => void navigate(here, { state, replace: true, preventScrollReset: true });
  return destination && <PageBanner onStay={stay} />;
}
