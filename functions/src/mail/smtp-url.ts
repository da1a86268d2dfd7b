/** Where and how emails are submitted. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; otherwise STARTTLS. */
  readonly secure: boolean;
  /** Nothing is sent before the connection is encrypted. */
  readonly requireTLS: boolean;
  readonly rejectUnauthorized: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  readonly connections: number;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

const DEFAULT_CONNECTIONS = 5;

/**
 * Reads `SMTP_URL`: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS, which is required except on the machine itself. User
 * and password are percent-encoded. `?connections=2` limits the connections of an instance (default: 5), `?tls=off` allows unencrypted ones.
 * @returns null for `none`
 * @throws Error without the secret in its message
 */
export function readSmtpUrl(text: string): SmtpServer | null {
  if (text.trim() === 'none') return null;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('SMTP_URL is neither `none` nor like smtps://user:password@host:465');
  }
  const secure = url.protocol === 'smtps:';
  const isLoopback = LOOPBACK.test(url.hostname);
  const connections = Number(url.searchParams.get('connections') ?? DEFAULT_CONNECTIONS);
  if (!Number.isInteger(connections) || connections < 1 || connections > 50) {
    throw new Error('SMTP_URL: `connections` is not a whole number from 1 to 50');
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: !isLoopback && url.searchParams.get('tls') !== 'off',
    rejectUnauthorized: !isLoopback,
    auth: url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : null,
    connections,
  };
}
