import { usePageTitle } from '../../../lib/title.ts';

export function Component() {
  usePageTitle('Unsubscribe');
  return (
    <div className="container">
      <h1>Unsubscribe</h1>
    </div>
  );
}
