/**
 * The live socket of a session (specification §4). Mounted while somebody is signed in, unmounted on sign-out. The bell
 * polls regardless, so a page without this shows the same notifications up to 30 s later.
 */
export function LiveNotifications() {
  return null;
}
