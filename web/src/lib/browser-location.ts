/** Leaves the app for an address of the server; separate, so that tests can watch it. */
export const browserLocation = {
  leaveFor: (address: string): void => window.location.assign(address),
  /** In place of the present entry of the history. */
  reopen: (address: string): void => window.location.replace(address),
};
