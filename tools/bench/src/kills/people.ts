import { ADMIN, MODERATOR, PASSWORD } from '@inkwell/e2e/support/people.ts';
import type { Ask } from '@inkwell/e2e/support/troubles.ts';
import { tokenOf as signIn } from '../programs.ts';

/** How long a token is used. It is valid for an hour. */
const TOKEN_LIFE_MS = 30 * 60_000;

const EMAILS = { writer: MODERATOR, colleague: ADMIN } as const;

/** Calls the API as the writer or a colleague, without a browser. */
export function askAs(url: string, authPort: number): Ask {
  const tokens = new Map<string, { token: string; untilMs: number }>();

  async function tokenOf(email: string): Promise<string> {
    const known = tokens.get(email);
    if (known && known.untilMs > Date.now()) return known.token;
    const token = await signIn(`127.0.0.1:${authPort}`, email, PASSWORD);
    tokens.set(email, { token, untilMs: Date.now() + TOKEN_LIFE_MS });
    return token;
  }

  return async (who, method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${await tokenOf(EMAILS[who])}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
}
