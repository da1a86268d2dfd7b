import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeLocks } from '../../../test/fake-locks.ts';
import { claimDraft, openElsewhere } from './draft-lock.ts';

const claim = (onLost = () => {}, isTaking = false) => claimDraft('draft-1', { isTaking, onLost });

describe('the mark of a draft', () => {
  beforeEach(() => vi.stubGlobal('navigator', { locks: new FakeLocks() }));

  it('is held by one tab, until that one lifts it', async () => {
    const release = await claim();
    expect(await claim()).toBeNull();
    expect(await openElsewhere(['draft-1', 'draft-2'])).toEqual(new Set(['draft-1']));

    release?.();

    await vi.waitFor(async () => expect(await openElsewhere(['draft-1'])).toEqual(new Set()));
    expect(await claim()).not.toBeNull();
  });

  it('can be taken, of which the other tab is told', async () => {
    const onLost = vi.fn();
    await claim(onLost);

    expect(await claim(() => {}, true)).not.toBeNull();

    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
    expect(await claim()).toBeNull();
  });

  it('is everybody’s where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});

    expect(await claim()).not.toBeNull();
    expect(await claim()).not.toBeNull();
  });
});
