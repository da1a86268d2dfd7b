import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';

/**
 * Where the provider's mails lead: `resetPassword` goes on to the reset page with the code, any other mode to `/`.
 * Product §2.
 */
export function Component() {
  const [params] = useSearchParams();
  if (params.get('mode') !== 'resetPassword') return <Navigate to={paths.home} replace />;
  const onward = new URLSearchParams({ mode: 'resetPassword' });
  const code = params.get('oobCode') ?? params.get('code');
  if (code) onward.set('oobCode', code);
  return <Navigate to={`${paths.resetPassword}?${onward}`} replace />;
}
