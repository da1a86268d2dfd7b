import { Navigate, useLocation, useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { EmailAction } from '../components/email-action.tsx';
import { isEmailMode } from '../email-modes.ts';

/** Reserved by Hosting: in production, this address shows the provider's own page. */
const PROVIDER_PREFIX = '/__/';

/**
 * The target of links in the provider's emails. `resetPassword` continues to the reset page with the code; `/auth/action` handles links that confirm,
 * change and restore an address; any other mode leads to `/`. Product §2.
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
