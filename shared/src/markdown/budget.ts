/** An amount that is spent in parts. */
export interface Budget {
  readonly left: number;
  /** Spends a part; false if so much is not left, and then nothing is spent. */
  take(amount: number): boolean;
}

export function createBudget(amount: number): Budget {
  let left = amount;
  return {
    get left() {
      return left;
    },
    take(part) {
      if (part > left) return false;
      left -= part;
      return true;
    },
  };
}
