/** Id of the element that holds the answers of a served page, as `ServedAnswer[]`. By itself, for what has no use for schemas. */
export const SERVED_DATA_ID = 'inkwell-data';
