/** The `handle` of a route whose page goes on below the first screen after it is hydrated: the footer comes with the rest. */
export const CONTINUED = 'continued';
