import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { Button } from '../components/button.tsx';
import { LoadBanner } from '../components/load-banner.tsx';
import { RetryButton } from '../components/states.tsx';
import { failureText } from '../lib/failure.ts';
import { beginNavigation, keepRetrying, pageFailure, retryPages } from './lazy-page.ts';

/**
 * While a page that was asked for cannot be loaded: says why, and asks again, by itself and when told to.
 * @param onStay gives up the page for the one that is open
 */
export function PageBanner({ onStay }: { readonly onStay?: () => void }) {
  const failure = useSyncExternalStore(pageFailure.subscribe, pageFailure.snapshot);
  useEffect(keepRetrying, []);

  if (!failure) return null;
  if (failure.status === 'held') {
    return (
      <LoadBanner title="The page is there now" text="What you have typed here stays until you open it.">
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

/** The same beside the page that stays, for the navigation that is under way and no earlier one. */
export function NavigationBanner() {
  const { location: destination } = useNavigation();
  const { state, ...here } = useLocation();
  const navigate = useNavigate();
  useEffect(() => (destination ? beginNavigation() : undefined), [destination]);

  // To where one is: that is how the router gives up a navigation.
  const stay = () => void navigate(here, { state, replace: true, preventScrollReset: true });
  return destination && <PageBanner onStay={stay} />;
}
