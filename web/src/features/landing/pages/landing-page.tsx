import { usePageTitle } from '../../../lib/title.ts';

export function LandingPage() {
  usePageTitle(null);
  return (
    <div className="container">
      <h1>Inkwell</h1>
    </div>
  );
}
