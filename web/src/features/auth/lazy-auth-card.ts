import { lazyPart } from '../../components/lazy-part.tsx';

/** `AuthCard`, loaded on first use. */
export const AuthCard = lazyPart(
  async () => (await import('./components/auth-card.tsx')).AuthCard,
  'Signing in is not available right now',
);
