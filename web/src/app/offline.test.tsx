import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetIdentity, startIdentity } from '../lib/identity-store.ts';
import { FakeIdentity } from '../test/fake-identity.ts';
import { keepForOffline } from './offline.ts';

const dropped = vi.fn(async (_name: string) => true);
const messages = vi.fn<(message: unknown) => void>();
const worker = { postMessage: messages };

/** A browser whose worker controls the page, or will soon. */
function stubWorker({ isInCharge }: { isInCharge: boolean }) {
  const register = vi.fn(async () => ({}));
  const serviceWorker = {
    controller: isInCharge ? worker : null,
    register,
    ready: Promise.resolve({ active: worker }),
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  return register;
}

beforeEach(() => {
  dropped.mockClear();
  messages.mockClear();
  vi.stubGlobal('caches', { delete: dropped });
  vi.stubGlobal('performance', { getEntriesByType: () => [] });
});

afterEach(() => {
  resetIdentity();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Opens the page as an account; null is a visitor. */
async function openAs(uid: string | null): Promise<FakeIdentity> {
  const identity = new FakeIdentity(uid === null ? null : { uid, email: null });
  resetIdentity(identity);
  localStorage.setItem('inkwell:had-session', '1');
  startIdentity();
  await keepForOffline();
  return identity;
}

describe('reading without a network', () => {
  it('includes the open page if the worker is new', async () => {
    const register = stubWorker({ isInCharge: false });

    await openAs(null);

    expect(register).toHaveBeenCalledWith('/sw.js');
    expect(messages).toHaveBeenCalledWith({ type: 'opened', address: '/', assets: [] });
  });

  it('ends with the session, even if that ended in another tab or while the page was closed', async () => {
    stubWorker({ isInCharge: true });
    const identity = await openAs('mary');
    await vi.waitFor(() => expect(localStorage.getItem('inkwell:offline-reader')).toBe('mary'));
    expect(dropped).not.toHaveBeenCalled();

    identity.change(null);
    expect(messages).toHaveBeenCalledWith({ type: 'forget' });
    const caches = [['inkwell:articles'], ['inkwell:saved']];
    expect(dropped.mock.calls).toEqual(caches);
    identity.change({ uid: 'mary', email: null });
    expect(dropped.mock.calls).toEqual(caches);
    await openAs('percy');

    await vi.waitFor(() => expect(dropped.mock.calls).toEqual([...caches, ...caches]));
  });

  it('is off in browsers without service workers', async () => {
    await openAs('mary');

    expect(messages).not.toHaveBeenCalled();
  });
});
