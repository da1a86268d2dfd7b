import { localCopies } from '../lib/autosave/local-copies.ts';

/** The open records of fields in this browser. Tests have only local storage. */
export const keptRecords = () => localCopies.all().filter(({ state }) => state === 'open');
/** Their fields. */
export const keptFields = () => keptRecords().map(({ fields }) => fields);
