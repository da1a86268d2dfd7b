import { usePageTitle } from '../../../lib/title.ts';

export function Component() {
  usePageTitle('Confirm');
  return (
    <div className="container">
      <h1>Confirm</h1>
    </div>
  );
}
