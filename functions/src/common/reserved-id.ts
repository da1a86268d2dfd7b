/** Firestore keeps ids like `__name__` to itself and refuses to look them up. */
export const isReservedId = (id: string): boolean => /^__.*__$/.test(id);
