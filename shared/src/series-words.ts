/* The words of articles about their series, on the served page and in the app. */

export const SERIES_WORDS = { label: 'Series', previous: 'Previous', next: 'Next' } as const;

/** Precedes the next story of a series, large at the end of an article. */
export const nextIn = ({ name }: { readonly name: string }): string => `Next in ${name}`;

/** Precedes the name of the series. */
export const partOf = ({ place }: { readonly place: number }): string => `Part ${place} of`;
