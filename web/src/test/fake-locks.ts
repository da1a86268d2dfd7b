interface Held {
  readonly name: string;
  readonly lose: (reason: unknown) => void;
}

type Granted = (lock: { name: string } | null) => unknown;

/** The part of the Web Locks API that we use, missing in jsdom: exclusive locks, taken if available or stolen. */
export class FakeLocks {
  private held: Held[] = [];

  async request(name: string, options: { ifAvailable?: boolean; steal?: boolean }, granted: Granted): Promise<unknown> {
    const holder = this.held.find((lock) => lock.name === name);
    if (holder && !options.steal) return granted(null);
    holder?.lose(new DOMException('The lock was stolen', 'AbortError'));
    this.held = this.held.filter((lock) => lock !== holder);

    return new Promise((resolve, reject) => {
      const lock: Held = { name, lose: reject };
      this.held.push(lock);
      Promise.resolve(granted({ name })).then((value) => {
        this.held = this.held.filter((other) => other !== lock);
        resolve(value);
      }, reject);
    });
  }

  async query(): Promise<{ held: { name: string }[] }> {
    return { held: this.held.map(({ name }) => ({ name })) };
  }

  /** Another tab takes a lock and is notified when it is stolen. */
  holdElsewhere(name: string, onLost: () => void = () => undefined): void {
    this.held.push({ name, lose: onLost });
  }
}
