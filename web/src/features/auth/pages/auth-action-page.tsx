import { usePageTitle } from '../../../lib/title.ts';

export function Component() {
  usePageTitle('Action');
  return (
    <div className="container">
      <h1>Action</h1>
    </div>
  );
}
