import { usePageTitle } from '../../../lib/title.ts';

export function Component() {
  usePageTitle('Categories');
  return (
    <div className="container">
      <h1>Categories</h1>
    </div>
  );
}
