import { lazyPart } from '../../../components/lazy-part.tsx';

/** The press for readers with an account; without its code, the form serves them too. */
export const LazySubscribeMyself = lazyPart(async () => (await import('./subscribe-myself.tsx')).SubscribeMyself);
