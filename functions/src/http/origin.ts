/** What a browser tells of the page that a request comes from; scripts of a page cannot set any of it for another site. */
interface PageHeaders {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly 'x-forwarded-host'?: string | string[] | undefined;
}

/**
 * True for requests of pages on the given origins and on the address they dialled, and for those of programs, which send no
 * Origin; false for pages of other sites. Fetch Metadata (W3C): `Sec-Fetch-Site` is the browser's own word.
 */
export function createOriginCheck(allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins);
  return ({ headers }: { headers: PageHeaders }): boolean => {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (origin === undefined) return site !== 'cross-site';
    if (allowed.has(origin) || site === 'same-origin') return true;
    // Behind Hosting the address that was dialled stands in `X-Forwarded-Host`.
    return URL.canParse(origin) && [host, headers['x-forwarded-host']].includes(new URL(origin).host);
  };
}
