/** A tag whose name begins with this is internal: only staff see it, and it has no page. */
export const isInternalTag = (name: string): boolean => name.normalize('NFKC').startsWith('#');
