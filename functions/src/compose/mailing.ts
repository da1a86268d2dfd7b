import type { Config } from './config.ts';
import type { Mailing } from './content/base.ts';
import type { Dependencies } from './dependencies.ts';

/** Derives the dependencies of emails to people from those of a function. */
export const mailingOf = ({
  auth,
  config,
}: {
  readonly auth: Pick<Dependencies['auth'], 'getUser'>;
  readonly config: Pick<Config, 'siteUrl' | 'newsletterSecret'>;
}): Mailing => ({
  async addressOf(userId) {
    try {
      const { email = null, emailVerified } = await auth.getUser(userId);
      return { email, isVerified: emailVerified };
    } catch (error) {
      if ((error as { code?: unknown }).code === 'auth/user-not-found') return { email: null, isVerified: false };
      throw error;
    }
  },
  siteUrl: config.siteUrl,
  secret: config.newsletterSecret,
});
