import { AppError } from '@inkwell/shared/errors';

interface Options {
  /** Uploads processed at the same time. */
  readonly places: number;
  /** Places that one account can occupy. */
  readonly perOwner: number;
  /** Uploads waiting for a place; more are refused. */
  readonly waiting: number;
  /** The longest wait. */
  readonly waitMs: number;
  /** The size of each place's buffer. */
  readonly bytes: number;
}

export interface UploadGate {
  /**
   * Runs `work` in a place, with the place's buffer. Uploads get places in order of arrival; those of an account that occupies its limit
   * are skipped until one of its places is free.
   * @throws AppError `unavailable` with `Retry-After` if too many wait or the wait is too long; the reason of `signal`
   */
  enter<T>(ownerId: string, signal: AbortSignal, work: (buffer: Buffer) => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly ownerId: string;
  admit(buffer: Buffer): void;
}

/**
 * Limits the memory of uploads to the buffers of the places. The body of a waiting upload is not read, so TCP flow control keeps it at the
 * client.
 */
export function createUploadGate({ places, perOwner, waiting, waitMs, bytes }: Options): UploadGate {
  /** Reused, because the garbage collector would leave many in memory. */
  const free: Buffer[] = [];
  const taken = new Map<string, number>();
  const queue: Waiting[] = [];
  let made = 0;

  const takenBy = (ownerId: string) => taken.get(ownerId) ?? 0;

  function place(): Buffer | null {
    const buffer = free.pop();
    if (buffer) return buffer;
    if (made === places) return null;
    made += 1;
    return Buffer.allocUnsafeSlow(bytes);
  }

  function admit(): void {
    for (;;) {
      const index = queue.findIndex(({ ownerId }) => takenBy(ownerId) < perOwner);
      const next = queue[index];
      const buffer = next && place();
      if (!next || !buffer) return;
      queue.splice(index, 1);
      taken.set(next.ownerId, takenBy(next.ownerId) + 1);
      next.admit(buffer);
    }
  }

  function leave(ownerId: string, buffer: Buffer): void {
    const others = takenBy(ownerId) - 1;
    if (others > 0) taken.set(ownerId, others);
    else taken.delete(ownerId);
    free.push(buffer);
    admit();
  }

  const full = () =>
    new AppError('unavailable', 'Too many images are being uploaded. Please try again in a moment.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });

  function placeFor(ownerId: string, signal: AbortSignal): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const refuse = (reason: unknown) => {
        settle();
        queue.splice(queue.indexOf(entry), 1);
        reject(reason);
      };
      const giveUp = () => refuse(signal.reason);
      const timer = setTimeout(() => refuse(full()), waitMs);
      const entry: Waiting = {
        ownerId,
        admit(buffer) {
          settle();
          resolve(buffer);
        },
      };
      signal.addEventListener('abort', giveUp);
      queue.push(entry);
      admit();
      if (queue.length > waiting) refuse(full());
    });
  }

  return {
    async enter(ownerId, signal, work) {
      const buffer = await placeFor(ownerId, signal);
      try {
        return await work(buffer);
      } finally {
        leave(ownerId, buffer);
      }
    },
  };
}
