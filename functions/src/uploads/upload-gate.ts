import { AppError } from '@inkwell/shared/errors';

interface Options {
  /** Uploads that are read and processed at the same time. */
  readonly places: number;
  /** How many of the places one account may take. */
  readonly perOwner: number;
  /** Uploads that wait for a place; more are refused at once. */
  readonly waiting: number;
  /** The longest wait. */
  readonly waitMs: number;
  /** Size of the buffer that comes with a place. */
  readonly bytes: number;
}

export interface UploadGate {
  /**
   * Runs `work` in one of the places, with the place's buffer, which no other upload uses meanwhile. Uploads get places in the order of their
   * arrival; those of an account that occupies all the places it may are passed over until one is free again.
   * @throws AppError `unavailable` with `Retry-After` when too many wait, or waiting took too long; what `signal` aborts with
   */
  enter<T>(ownerId: string, signal: AbortSignal, work: (buffer: Buffer) => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly ownerId: string;
  admit(buffer: Buffer): void;
}

/**
 * The memory of uploads in an instance is at most its places times their buffers. The body of an upload that waits is not read: the flow
 * control of TCP keeps it with the client and in the network.
 */
export function createUploadGate({ places, perOwner, waiting, waitMs, bytes }: Options): UploadGate {
  /** Buffers are reused: left to the garbage collector, many would be in memory at once. */
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

  /** Starts the uploads that may start now. */
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
