import { SITE_CONTACT, SITE_FOOTER, SITE_NAME, SOCIAL_LINKS } from '@inkwell/shared/site';
import { Link } from 'react-router';
import { NewsletterSignup } from '../../features/newsletter/components/newsletter-signup.tsx';
import { paths } from '../../lib/paths.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';
import { MenuLinks } from './menu-links.tsx';

/** The footer of every page, with the newsletter form. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={`container ${styles.columns}`}>
        <div className={styles.about}>
          <Brand />
          <p>{SITE_FOOTER.about}</p>
        </div>
        <nav aria-label="Footer" className={styles.links}>
          <Link to={paths.home}>Home</Link>
          <Link to={paths.posts}>Posts</Link>
          <Link to={paths.categories}>Categories</Link>
          <a href="/feed.xml">RSS feed</a>
          {SOCIAL_LINKS.map(({ label, url }) => (
            <a key={url} href={url} rel="me">
              {label}
            </a>
          ))}
          {SITE_CONTACT.email !== null && <a href={`mailto:${SITE_CONTACT.email}`}>Contact</a>}
          <MenuLinks place="footer" />
        </nav>
        <NewsletterSignup variant="footer" />
      </div>
      <p className={`container ${styles.legal}`}>
        © {new Date().getFullYear()} {SITE_NAME}. {SITE_FOOTER.note}
        {SITE_CONTACT.postalAddress !== null && ` · ${SITE_CONTACT.postalAddress}`}
      </p>
    </footer>
  );
}
