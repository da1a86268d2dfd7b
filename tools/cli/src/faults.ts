/** Exit codes, as listed in the README. */
export const EXIT = { done: 0, leftAlone: 1, usage: 2, refused: 3 } as const;

/** Ends the command with a message. */
export class Fault extends Error {
  readonly code: number;

  constructor(message: string, code: number = EXIT.usage) {
    super(message);
    this.code = code;
  }
}

/** An answer of the site other than success. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
