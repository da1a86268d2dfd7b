import { Link } from 'react-router';
import { NewsletterSignup } from '../../features/newsletter/components/newsletter-signup.tsx';
import { paths } from '../../lib/paths.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';

/** The foot of every page, with the newsletter. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={`container ${styles.columns}`}>
        <div className={styles.about}>
          <Brand />
          <p>A community of writers and readers. Stories worth your time, without the noise.</p>
        </div>
        <nav aria-label="Footer" className={styles.links}>
          <Link to={paths.home}>Home</Link>
          <Link to={paths.posts}>Posts</Link>
          <Link to={paths.categories}>Categories</Link>
          <a href="/feed.xml">RSS feed</a>
        </nav>
        <NewsletterSignup variant="footer" />
      </div>
      <p className={`container ${styles.legal}`}>© {new Date().getFullYear()} Inkwell. Written by people.</p>
    </footer>
  );
}
