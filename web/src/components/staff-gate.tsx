import { canWrite, isStaff } from '@inkwell/shared/permissions';
import type { User } from '@inkwell/shared/users';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.tsx';
import { toastError } from '../lib/toast.ts';
import { ListLoader } from './page-loader.tsx';
import { ErrorState } from './states.tsx';

/** What visitors see instead of a staff page; the router provides it around those pages. */
export const VisitorPageContext = createContext<ReactNode>(null);

/** What readers see before they are redirected to the home page. */
export interface Refusal {
  readonly title: string;
  readonly message: string;
}

/** Product §6. */
const ACCESS_DENIED: Refusal = { title: 'Access Denied', message: 'Admin or moderator access required.' };

function SendHome({ refusal }: { readonly refusal: Refusal }) {
  const navigate = useNavigate();
  useEffect(() => {
    toastError(refusal.title, refusal.message);
    void navigate(paths.home, { replace: true });
  }, [navigate, refusal]);
  return null;
}

interface GateProps {
  /** Shown until the session is known. */
  readonly whileUnknown?: ReactNode;
  readonly children: (viewer: User) => ReactNode;
}

/** Signed-in readers see the page, visitors the content of `VisitorPageContext`. */
export function SignedInGate({ whileUnknown = <ListLoader />, children }: GateProps) {
  const session = useSession();
  const visitorPage = use(VisitorPageContext);
  if (session.status === 'loading') return whileUnknown;
  if (session.status === 'failed') {
    return (
      <div className="container">
        <ErrorState title="Your account could not be loaded" error={session.error} onRetry={session.retry} />
      </div>
    );
  }
  return session.status === 'visitor' ? visitorPage : children(session.user);
}

interface StaffGateProps extends GateProps {
  readonly refusal?: Refusal;
  /** Who sees the page; staff by default. */
  readonly may?: (viewer: User) => boolean;
}

/** Staff see the page, visitors the content of `VisitorPageContext`. Readers see a message and are redirected to the home page. Product §2 and §6. */
export function StaffGate({ refusal = ACCESS_DENIED, may = isStaff, children, ...rest }: StaffGateProps) {
  return (
    <SignedInGate {...rest}>
      {(viewer) => (may(viewer) ? children(viewer) : <SendHome refusal={refusal} />)}
    </SignedInGate>
  );
}

/** The same for pages for writers. */
export const WriterGate = (props: GateProps) => <StaffGate may={canWrite} {...props} />;
