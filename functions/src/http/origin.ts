/** Headers about the requesting page. A script cannot set them for requests to another site. */
interface PageHeaders {
  readonly origin?: string | undefined;
  readonly host?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly 'x-forwarded-host'?: string | string[] | undefined;
}

/**
 * Accepts requests from pages on the allowed origins or the requested host, and from programs, which send no Origin. Refuses pages of other sites.
 * The browser itself sets `Sec-Fetch-Site` (W3C Fetch Metadata).
 */
export function createOriginCheck(allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins);
  return ({ headers }: { headers: PageHeaders }): boolean => {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (origin === undefined) return site !== 'cross-site';
    if (allowed.has(origin) || site === 'same-origin') return true;
    // Behind Hosting, `X-Forwarded-Host` has the requested host.
    return URL.canParse(origin) && [host, headers['x-forwarded-host']].includes(new URL(origin).host);
  };
}
