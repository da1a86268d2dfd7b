import { type FirebaseApp, initializeApp } from 'firebase/app';
import * as z from 'zod/mini';

/** The answer of `/__/firebase/init.json`: Hosting's own file in production, the local stack's with `emulators`. */
const RuntimeConfig = z.object({
  projectId: z.string(),
  apiKey: z.string(),
  authDomain: z.optional(z.string()),
  storageBucket: z.optional(z.string()),
  appId: z.optional(z.string()),
  emulators: z.optional(
    z.object({
      auth: z.optional(z.object({ url: z.string() })),
      storage: z.optional(z.object({ host: z.string(), port: z.number() })),
    }),
  ),
});
type RuntimeConfig = z.infer<typeof RuntimeConfig>;

export interface Firebase {
  readonly app: FirebaseApp;
  readonly emulators: NonNullable<RuntimeConfig['emulators']>;
}

async function connect(): Promise<Firebase> {
  const response = await fetch('/__/firebase/init.json');
  if (!response.ok) throw new Error(`/__/firebase/init.json answered ${response.status}`);
  const { emulators = {}, ...options } = z.parse(RuntimeConfig, await response.json());
  const defined = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { app: initializeApp(defined), emulators };
}

let connection: Promise<Firebase> | null = null;

/** The Firebase app of the site that served the page. One build of the app works for every project. */
export function firebase(): Promise<Firebase> {
  connection ??= connect().catch((error: unknown) => {
    connection = null;
    throw error;
  });
  return connection;
}
