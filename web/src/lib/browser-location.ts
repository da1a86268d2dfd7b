/** Leaves the app for an address on the server; separate, so that tests can observe it. */
export const browserLocation = {
  leaveFor: (address: string): void => window.location.assign(address),
  /** Replaces the current entry of the history. */
  reopen: (address: string): void => window.location.replace(address),
};
