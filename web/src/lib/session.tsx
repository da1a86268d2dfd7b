import type { User } from '@inkwell/shared/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { isApiError } from './api.ts';
import { followSession } from './greeting.ts';
import { identityStore, retryIdentity, signOut } from './identity-store.ts';
import { sessionQueries } from './session-queries.ts';
import { useStore } from './store.ts';
import { toastError } from './toast.ts';

/** A blocked account sees the reason before it is signed out. Product §9. */
const BLOCKED_SIGN_OUT_MS = 2_000;

/**
 * The session. `loading` until both the provider and the account's record have answered; `failed` if somebody is signed in but the record cannot be
 * loaded (no network).
 */
type Session =
  | { readonly status: 'loading' }
  /** `leaving`: the signed-in person's account is being deleted; the answer (`Leaving`) as JSON. */
  | { readonly status: 'visitor'; readonly leaving?: string }
  | { readonly status: 'signed-in'; readonly user: User }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void };

const SessionContext = createContext<Session | null>(null);
/** Number of ended sessions, as a `key` for state that must not outlive one. */
const EpochContext = createContext(0);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession is used outside SessionProvider');
  return session;
}

/** The signed-in account, or null. */
export function useViewer(): User | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : null;
}

export const useSessionEpoch = (): number => use(EpochContext);

/** Combines the provider's state with the product's own record of the user. Product §4. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const identity = useStore(identityStore, identityStore.atFirst);
  const [epoch, setEpoch] = useState(0);
  /** The last refused account and the text of its refusal, because the query has no error while it is refetched. */
  const [last, setLast] = useState<readonly [uid: string, text: string] | null>(null);
  const uid = identity.status === 'identified' ? identity.identity.uid : null;
  const account = useQuery({ ...sessionQueries.user(uid ?? ''), enabled: uid !== null });
  const refused = uid !== null && isApiError(account.error, 403) ? account.error.body : null;
  const refusal = refused ?? (last?.[0] === uid ? last?.[1] : null) ?? null;
  // The refusal of a blocked account has a text; the refusal of a leaving account has its deletion date.
  const leaving = refusal?.startsWith('{') ? refusal : null;
  const isBlocked = refusal !== null && !leaving;

  useEffect(
    () =>
      identityStore.onLost(() => {
        client.clear();
        setEpoch((ended) => ended + 1);
      }),
    [client],
  );

  const wasVisitor = useRef(false);
  useEffect(() => {
    // Public answers differ by viewer (unpublished posts, authors' email addresses), so they are refetched.
    if (uid && wasVisitor.current) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQueries.all[0] });
    }
    wasVisitor.current = identity.status === 'visitor';
  }, [client, uid, identity.status]);

  const isAnswered = account.isSuccess;
  useEffect(() => {
    if (uid && refused !== null) setLast([uid, refused]);
    else if (!uid || isAnswered) setLast(null);
  }, [uid, refused, isAnswered]);

  useEffect(() => {
    if (!isBlocked) return;
    toastError('Account Blocked', 'Your account has been blocked. You will be logged out.');
    const timer = setTimeout(() => void signOut().catch(() => undefined), BLOCKED_SIGN_OUT_MS);
    return () => clearTimeout(timer);
  }, [isBlocked]);

  const { data: user, error, refetch } = account;
  const session = useMemo<Session>(() => {
    if (identity.status === 'unknown') return { status: 'loading' };
    if (identity.status === 'failed') return { status: 'failed', error: identity.error, retry: retryIdentity };
    if (leaving) return { status: 'visitor', leaving };
    if (identity.status === 'visitor' || isBlocked) return { status: 'visitor' };
    if (user) return { status: 'signed-in', user };
    return error ? { status: 'failed', error, retry: () => void refetch() } : { status: 'loading' };
  }, [identity, isBlocked, leaving, user, error, refetch]);

  useEffect(() => followSession(session.status), [session.status]);

  return (
    <EpochContext value={epoch}>
      <SessionContext value={session}>{children}</SessionContext>
    </EpochContext>
  );
}
