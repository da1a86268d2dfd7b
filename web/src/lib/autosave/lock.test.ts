import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeLocks } from '../../test/fake-locks.ts';
import { createLock, lockedIds } from './lock.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the lock of a record', () => {
  let locks: FakeLocks;
  beforeEach(() => {
    locks = new FakeLocks();
    vi.stubGlobal('navigator', { locks });
  });

  it('belongs to one editor until it is released', async () => {
    const [one, other] = [createLock(() => {}), createLock(() => {})];
    expect(await one.move('a')).toBe(true);
    expect(await other.move('a')).toBe(false);
    expect(await lockedIds()).toEqual(new Set(['a']));

    one.release();

    expect(await other.move('a')).toBe(true);
    other.release();
    await settle();
    expect(await lockedIds()).toEqual(new Set());
  });

  it('can be taken over, and the other editor is notified', async () => {
    const onLost = vi.fn();
    const [one, other] = [createLock(onLost), createLock(() => {})];
    await one.move('a');

    expect(await other.move('a', { isStolen: true })).toBe(true);

    await vi.waitFor(() => expect(onLost).toHaveBeenCalledExactlyOnceWith('a'));
    expect(await one.move('a')).toBe(false);
  });

  it('moves to another record, or stays if that record is locked elsewhere', async () => {
    const lock = createLock(() => {});
    await lock.move('a');
    expect(await lock.move('b')).toBe(true);
    await settle();
    expect(await lockedIds()).toEqual(new Set(['b']));
    locks.holdElsewhere('inkwell-autosave:c');

    expect(await lock.move('c')).toBe(false);

    expect(await lockedIds()).toEqual(new Set(['b', 'c']));
  });

  it('keeps the record that it moved to when an overlapping move is refused', async () => {
    const lock = createLock(() => {});
    await lock.move('a');
    locks.holdElsewhere('inkwell-autosave:c');

    const moves = [lock.move('b'), lock.move('c')];

    expect(await Promise.all(moves)).toEqual([true, false]);
    await settle();
    expect(await lockedIds()).toEqual(new Set(['b', 'c']));
    expect(await createLock(() => {}).move('b')).toBe(false);
  });

  it('is not granted if it was released while it was being granted', async () => {
    const lock = createLock(() => {});
    const move = lock.move('a');
    lock.release();

    expect(await move).toBe(false);
    await settle();
    expect(await lockedIds()).toEqual(new Set());
    expect(await lock.move('a')).toBe(true);
  });

  it('is granted to everybody if the browser has no locks or they fail', async () => {
    vi.stubGlobal('navigator', {});
    expect(await createLock(() => {}).move('a')).toBe(true);
    expect(await createLock(() => {}).move('a')).toBe(true);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const fail = async () => Promise.reject(new DOMException('no', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request: fail, query: fail } });

    expect(await createLock(() => {}).move('a')).toBe(true);
    expect(await lockedIds()).toEqual(new Set());
  });
});
