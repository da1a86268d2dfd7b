import { isStaff } from '@inkwell/shared/permissions';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PageLoader } from '../../../components/page-loader.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.tsx';
import { toastError } from '../../../lib/toast.ts';

const LandingPage = lazy(async () => ({ default: (await import('../../landing/pages/landing-page.tsx')).LandingPage }));

interface StaffGateProps {
  /** The toast that a signed-in reader gets before being sent home. */
  readonly denied: { readonly title: string; readonly message: string };
  /** Shown until it is known who is looking. */
  readonly whileLoading?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Lets moderators and admins through. Visitors see the landing page in place; signed-in readers the toast, then `/`.
 * Product §2 and §6.
 */
export function StaffGate({ denied, whileLoading = <PageLoader />, children }: StaffGateProps) {
  const session = useSession();
  const navigate = useNavigate();
  const isDenied = session.status === 'signed-in' && !isStaff(session.user);
  const { title, message } = denied;

  useEffect(() => {
    if (!isDenied) return;
    toastError(title, message);
    void navigate(paths.home, { replace: true });
  }, [isDenied, title, message, navigate]);

  if (session.status === 'loading') return whileLoading;
  if (session.status === 'failed')
    return <ErrorState title="Your account could not be loaded" onRetry={session.retry} />;
  if (session.status === 'visitor') {
    return (
      <Suspense fallback={whileLoading}>
        <LandingPage />
      </Suspense>
    );
  }
  return isDenied ? null : children;
}
