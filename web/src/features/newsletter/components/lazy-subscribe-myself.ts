import { lazyPart } from '../../../components/lazy-part.tsx';

/** The button for readers with an account; if its code fails to load, the form works for them too. */
export const LazySubscribeMyself = lazyPart(async () => (await import('./subscribe-myself.tsx')).SubscribeMyself);
