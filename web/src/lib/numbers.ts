let whole: Intl.NumberFormat | undefined;
let compact: Intl.NumberFormat | undefined;

/** `12,345`. The format is made with the first number: making it takes a phone longer than the rest of a module. */
export function wholeNumber(value: number): string {
  whole ??= new Intl.NumberFormat('en-US');
  return whole.format(value);
}

/** `12.3K`, as cards show counts. */
export function compactNumber(value: number): string {
  compact ??= new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
  return compact.format(value);
}
