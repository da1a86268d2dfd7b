import { safeLink } from '@inkwell/shared/markdown/urls';

const MAIL = /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/;
const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/:?#]|$)/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The address of a link from a writer's input; null if links to it are not allowed. */
export function addressOf(typed: string): string | null {
  const address = typed.trim();
  if (address === '' || /\s/.test(address)) return null;
  if (MAIL.test(address)) return `mailto:${address}`;
  if (HOST.test(address)) return `https://${address}`;
  const isPath = /^[/#?]/.test(address);
  if (!isPath && !SCHEME.test(address)) return null;
  const target = safeLink(address);
  if (!target) return null;
  return target.kind === 'external' &&
    !address.startsWith('mailto:') &&
    !target.href.includes('.') &&
    !target.href.includes('localhost')
    ? null
    : address;
}
