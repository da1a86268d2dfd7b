import type { OutgoingHttpHeaders } from 'node:http';
import type { Coding } from './compression.ts';

/** Changes an answer's headers to those of its compressed form. */
export function markCompressed(headers: OutgoingHttpHeaders, coding: Coding): void {
  headers['content-encoding'] = coding;
  delete headers['content-length'];
  delete headers['accept-ranges'];
  // Only a weak tag may be shared by different bytes (RFC 9110 §8.8.1).
  const etag = headerText(headers.etag);
  if (etag && !etag.startsWith('W/')) headers.etag = `W/${etag}`;
}

/** Adds Accept-Encoding to `Vary`. */
export function addVary(headers: OutgoingHttpHeaders): void {
  const vary = headerText(headers.vary) ?? '';
  if (!/accept-encoding|\*/i.test(vary)) headers.vary = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';
}

/** A header's value as one string. */
export function headerText(value: number | string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value?.toString();
}
