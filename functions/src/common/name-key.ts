/** Names that look the same have the same key: case, width and composition are normalized, and spaces collapsed. */
export const nameKeyOf = (name: string): string =>
  name.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
