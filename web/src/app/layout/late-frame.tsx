import { Suspense } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useSession } from '../../lib/session.tsx';
import { FocusKeeper } from './focus-keeper.tsx';

const LeavingAccount = lazyPart(
  async () => (await import('../../features/profile/components/leaving-account.tsx')).LeavingAccount,
);

/** The parts of every page that can load after the first paint: the focus keeper, and the question to people whose account is being deleted. */
export function LateFrame() {
  const session = useSession();
  return (
    <>
      <FocusKeeper />
      {session.status === 'visitor' && session.leaving && (
        <Suspense fallback={null}>
          <LeavingAccount leaving={session.leaving} />
        </Suspense>
      )}
    </>
  );
}
