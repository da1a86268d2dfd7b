import { parseArgs } from 'node:util';
import { conclude } from '../finding.ts';
import { verify } from './checks.ts';

/*
 * npm run verify -- https://SITE [--live wss://.../ws] [--bucket PROJECT.firebasestorage.app]
 *
 * Checks a deployed site; exits with 1 if a check failed. Checks that need an admin use the ID token in VERIFY_ADMIN_TOKEN.
 * docs/operations.md.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    live: { type: 'string' },
    bucket: { type: 'string' },
    /** The origin of Storage if it is not Google's, as on the local stack. */
    storage: { type: 'string', default: 'https://firebasestorage.googleapis.com' },
  },
});
const [address = ''] = positionals;
if (!/^https?:\/\//.test(address)) {
  console.error('Say which site: npm run verify -- https://SITE');
  process.exit(2);
}

const findings = await verify({
  url: address.replace(/\/+$/, ''),
  liveUrl: values.live ?? null,
  adminToken: process.env.VERIFY_ADMIN_TOKEN || null,
  bucket: values.bucket ?? null,
  storageOrigin: values.storage,
});
conclude(findings);
