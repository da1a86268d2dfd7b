import { usePageTitle } from '../../../lib/title.ts';

export function Component() {
  usePageTitle('Reset Password');
  return (
    <div className="container">
      <h1>Reset Password</h1>
    </div>
  );
}
