import type { Firestore } from 'firebase-admin/firestore';

/** A database that fails after a number of transactions, as if the process were killed, but leaves no locks. */
export function cutOffAfter(db: Firestore, transactions: number): Firestore {
  let left = transactions;
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'runTransaction') return value.bind(target);
      return (...work: unknown[]) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('cut')) : value.apply(target, work);
      };
    },
  });
}
