import { localCopies } from '../lib/autosave/local-copies.ts';

/** The records of fields that the tests' browser keeps: it has local storage alone. */
export const keptRecords = () => localCopies.all().filter(({ state }) => state === 'open');
/** What was typed in them. */
export const keptFields = () => keptRecords().map(({ fields }) => fields);
