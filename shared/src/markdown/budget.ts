/** An amount that is spent in parts. */
export interface Budget {
  readonly left: number;
  /** Spends a part; false, without spending anything, if less is left. */
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
