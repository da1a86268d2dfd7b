import { usePageTitle } from '../../../lib/title.ts';

export function Component() {
  usePageTitle('Forgot Password');
  return (
    <div className="container">
      <h1>Forgot Password</h1>
    </div>
  );
}
