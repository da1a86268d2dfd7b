/** How old a kept answer may be: so long other instances may show what is gone. Product §7. */
export const KEPT_MS = 10_000;

/** Of an instance of 512 MiB. A list takes some 10 kB, a long article 100 kB, a feed 1 MB. */
export const KEPT_BYTES = 16 * 1024 * 1024;
