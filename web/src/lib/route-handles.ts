/* What the `handle` of a route says of rendering it. */

/** The page goes on below the first screen after it is hydrated: the footer comes with the rest. */
export const CONTINUED = 'continued';

/** The server does not render the page; its code needs a browser. */
export const APP_ONLY = 'app-only';

/** A page of staff or of those who write, which the server does not render either. */
export const STAFF = 'staff';
