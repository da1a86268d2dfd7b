import { Navigate, useLocation, useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { EmailAction } from '../components/email-action.tsx';
import { isEmailMode } from '../email-modes.ts';

/** What Hosting keeps for itself. In production nothing but the provider's own page is there. */
const PROVIDER_PREFIX = '/__/';

/**
 * Where the provider's mails lead: `resetPassword` goes on to the reset page with the code; at `/auth/action` the links that
 * confirm, change and restore an address do so; any other mode goes to `/`. Product §2.
 */
export function Component() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const mode = params.get('mode');
  const code = params.get('oobCode') || params.get('code');
  if (mode === 'resetPassword') {
    const onward = new URLSearchParams({ mode });
    if (code) onward.set('oobCode', code);
    return <Navigate to={`${paths.resetPassword}?${onward}`} replace />;
  }
  if (!isEmailMode(mode) || pathname.startsWith(PROVIDER_PREFIX)) return <Navigate to={paths.home} replace />;
  return <EmailAction key={code} mode={mode} code={code} continueUrl={params.get('continueUrl')} />;
}
