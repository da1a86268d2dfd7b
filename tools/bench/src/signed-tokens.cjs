/**
 * Loaded into each function by `viral.ts`. Verifies tokens by their signature, like the Admin SDK in production. With the Auth emulator, the SDK asks
 * the emulator about each token, which costs more than the like itself.
 */
const { verify } = require('node:crypto');
const { BaseAuth } = require(process.env.BENCH_BASE_AUTH);

const { BENCH_TOKEN_KEY: key } = process.env;

BaseAuth.prototype.verifyIdToken = async (token) => {
  const [header, payload, signature] = token.split('.');
  const isGood = verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  if (!isGood) throw new Error('this token is not signed by the bench');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { ...claims, uid: claims.sub };
};
