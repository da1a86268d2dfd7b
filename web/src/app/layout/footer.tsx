import { NavLink } from 'react-router';
import { NewsletterSignup } from '../../features/newsletter/components/newsletter-signup.tsx';
import { paths } from '../../lib/paths.ts';
import { useRendered } from '../../lib/rendered.ts';
import { useSite } from '../../lib/site.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';
import { MenuLinks } from './menu-links.tsx';

/** The footer of every page, with the newsletter form. */
export function Footer() {
  const rendered = useRendered();
  const year = rendered ? new Date(rendered.atMs).getUTCFullYear() : new Date().getFullYear();
  const { name, footer, socialLinks, contact, postalAddress } = useSite();
  return (
    <footer className={styles.footer}>
      <div className={`container ${styles.columns}`}>
        <div className={styles.about}>
          <Brand />
          <p>{footer.about}</p>
        </div>
        <nav aria-label="Footer" className={styles.links}>
          <NavLink to={paths.home} end>
            Home
          </NavLink>
          <NavLink to={paths.posts} end>
            Posts
          </NavLink>
          <NavLink to={paths.categories} end>
            Categories
          </NavLink>
          <a href="/feed.xml">RSS feed</a>
          {socialLinks.map(({ label, url }) => (
            <a key={url} href={url} rel="me">
              {label}
            </a>
          ))}
          {contact !== null && <a href={`mailto:${contact}`}>Contact</a>}
          <MenuLinks place="footer" />
        </nav>
        <NewsletterSignup variant="footer" />
      </div>
      <div className={`container ${styles.legal}`}>
        <p>
          © {year} {name}. {footer.note}
        </p>
        {postalAddress !== null && <p>{postalAddress}</p>}
      </div>
    </footer>
  );
}
