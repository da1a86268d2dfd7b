import { type ComponentType, lazy, useEffect, useState } from 'react';
import { failureText } from '../lib/failure.ts';
import { useRendered } from '../lib/rendered.ts';
import { retryLater } from '../lib/retry-later.ts';
import { createStore, useStore } from '../lib/store.ts';
import { Button } from './button.tsx';
import { LoadBanner } from './load-banner.tsx';
import { ErrorState, RetryButton } from './states.tsx';

interface PartState<Props> {
  readonly Part: ComponentType<Props> | null;
  readonly error: unknown;
  readonly failures: number;
  readonly isLoading: boolean;
}

/**
 * A component in its own chunk. If the chunk cannot be loaded, the page stays. A part with a `failure` shows it and offers a retry, a dialog (a part
 * with `onClose`) in a banner that can be closed; other parts are omitted. While a part is rendered, its chunk is loaded again when the network
 * returns and at growing intervals.
 * @param failure what failed: 'The charts could not be shown'
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, failure?: string) {
  const store = createStore<PartState<Props>>({ Part: null, error: null, failures: 0, isLoading: false });
  const change = (next: Partial<PartState<Props>>) => store.set({ ...store.snapshot(), ...next });

  /** Never rejects. Does nothing while the chunk loads or once it has loaded. @returns whether it has loaded */
  async function ask(): Promise<boolean> {
    const { isLoading, Part: loaded, failures } = store.snapshot();
    if (isLoading || loaded) return loaded !== null;
    change({ isLoading: true });
    try {
      const Part = await load();
      if (!Part) throw new Error('The chunk does not contain its part');
      change({ Part, isLoading: false });
      return true;
    } catch (error) {
      console.error(failure ?? 'Part of the page could not be loaded', error);
      change({ error, failures: failures + 1, isLoading: false });
      return false;
    }
  }
  const onRetry = () => void ask();

  function Failure({ onClose }: { readonly onClose?: () => void }) {
    const { error, failures, isLoading } = useStore(store);
    useEffect(() => retryLater(onRetry, failures), [failures]);
    if (failure === undefined) return null;
    if (!onClose) return <ErrorState title={failure} error={error} onRetry={onRetry} isRetrying={isLoading} />;
    return (
      <LoadBanner title={failure} text={failureText(error)}>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        <RetryButton error={error} onRetry={onRetry} isRetrying={isLoading} />
      </LoadBanner>
    );
  }

  function Shown(props: Props) {
    const { Part } = useStore(store);
    return Part ? <Part {...props} /> : <Failure {...props} />;
  }

  // Called only once, because a failure also resolves.
  const Lazy = lazy(async () => {
    await ask();
    return { default: Shown };
  });
  /** A loaded part is rendered at once, without a flash of the fallback. */
  function Entry(props: Props) {
    useRendered()?.parts?.add(Entry);
    const [Content] = useState<ComponentType<Props>>(() => (store.snapshot().Part ? Shown : Lazy));
    return <Content {...props} />;
  }

  return Object.assign(Entry, {
    /** Loads the chunk ahead of its use. */
    preload: ask,
  });
}
