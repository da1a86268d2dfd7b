/**
 * Allows browsers on the given origins and on the address they dialled; programs send no Origin and need none, because a
 * socket carries no cookie: without a token it gets nothing.
 */
export function createOriginCheck(allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins);
  return ({ headers }: { headers: { origin?: string | undefined; host?: string | undefined } }): boolean => {
    const { origin, host } = headers;
    if (origin === undefined || allowed.has(origin)) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  };
}
