/* Rendering options in a route's `handle`. */

/** The page continues below the first screen after hydration; the footer is rendered with the rest. */
export const CONTINUED = 'continued';

/** The server does not render the page; its code needs a browser. */
export const APP_ONLY = 'app-only';

/** A page for staff or writers, which the server does not render either. */
export const STAFF = 'staff';
