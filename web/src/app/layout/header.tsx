import { lineClose, lineMenu, lineMoon, lineSun } from '@inkwell/shared/line-icons';
import { canWrite, isAdmin, isStaff } from '@inkwell/shared/permissions';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, NavLink, useLocation, useMatches } from 'react-router';
import { ButtonLink, IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useSignInState } from '../../hooks/use-return-place.ts';
import { chooseColorScheme, useColorScheme } from '../../lib/color-scheme.ts';
import { paths } from '../../lib/paths.ts';
import { useRendered } from '../../lib/rendered.ts';
import { STAFF } from '../../lib/route-handles.ts';
import { useSession, useViewer } from '../../lib/session.tsx';
import { useSite } from '../../lib/site.ts';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { MenuLinks } from './menu-links.tsx';

export const HeaderSearch = lazyPart(async () => (await import('./header-search.tsx')).HeaderSearch);
const JumpButton = lazyPart(async () => (await import('../palette/jump-button.tsx')).JumpButton);
const AccountControls = lazyPart(async () => (await import('./account-controls.tsx')).AccountControls);

function NavItems() {
  const viewer = useViewer();
  const item = () => styles.item;
  return (
    <>
      <NavLink className={item} to={paths.home} end>
        Home
      </NavLink>
      <NavLink className={item} to={paths.posts}>
        Posts
      </NavLink>
      <NavLink className={item} to={paths.categories}>
        Categories
      </NavLink>
      {canWrite(viewer) && (
        <NavLink className={item} to={isStaff(viewer) ? paths.createPost : paths.writing}>
          Write
        </NavLink>
      )}
      {isStaff(viewer) && (
        <NavLink className={item} to={paths.admin}>
          {isAdmin(viewer) ? 'Admin' : 'Moderator'}
        </NavLink>
      )}
      <span className={styles.added}>
        <MenuLinks place="header" className={styles.item} />
      </span>
    </>
  );
}

/** Sign In and Join open the landing page and highlight its auth card. Product §2. */
function GuestButtons({ className }: { readonly className?: string | undefined }) {
  const signIn = useSignInState('sign-in');
  const signUp = useSignInState('sign-up');
  return (
    <>
      <ButtonLink variant="quiet" size="small" to={paths.home} state={signIn} className={className}>
        Sign In
      </ButtonLink>
      <ButtonLink size="small" to={paths.home} state={signUp} className={className}>
        Join
      </ButtonLink>
    </>
  );
}

const AccountSkeleton = ({ className }: { readonly className?: string | undefined }) => (
  <Skeleton width="2.25rem" height="2.25rem" isRound className={className} />
);

function Account() {
  const session = useSession();
  const rendered = useRendered();
  if (session.status !== 'signed-in') {
    // The server does not know who is signed in. It renders both variants, and the document shows one of them (app.html, rendered.css).
    const isOpen = rendered !== null && session.status === 'loading';
    return (
      <>
        {(session.status === 'visitor' || isOpen) && (
          <GuestButtons className={isOpen ? 'rendered-visitor' : undefined} />
        )}
        {session.status !== 'visitor' && <AccountSkeleton className={isOpen ? 'rendered-reader' : undefined} />}
      </>
    );
  }
  return (
    <Suspense fallback={<AccountSkeleton />}>
      <AccountControls user={session.user} />
    </Suspense>
  );
}

/** The name of the site, and the navigation. */
function Places() {
  const { name } = useSite();
  return (
    <>
      <Link to={paths.home} className={styles.brand} aria-label={`${name}, home`}>
        <Brand />
      </Link>
      <nav className={styles.nav} aria-label="Main">
        <NavItems />
      </nav>
    </>
  );
}

/** The header of a page that works without the app. */
export const BareHeader = () => (
  <header className={styles.header}>
    <div className={`container ${styles.bar}`}>
      <Places />
    </div>
  </header>
);

/** Whether the staff navigation is beside the page. Readers and visitors see other pages at the same addresses. */
function useStaffFrame(): boolean {
  const { status } = useSession();
  const viewer = useViewer();
  const isStaffPage = useMatches().some(({ handle }) => handle === STAFF);
  return isStaffPage && (status === 'loading' || canWrite(viewer));
}

/** Switches between light and dark. Until it is used, the system's preference applies. */
function SchemeToggle() {
  const scheme = useColorScheme();
  const isDark = scheme === 'dark';
  const label = isDark ? 'Use light colors' : 'Use dark colors';
  return (
    <IconButton label={scheme ? label : 'Colors'} onClick={() => chooseColorScheme(isDark ? 'light' : 'dark')}>
      {!isDark && <Icon icon={lineMoon} className={scheme ? undefined : 'rendered-light'} />}
      {scheme !== 'light' && <Icon icon={lineSun} className={scheme ? undefined : 'rendered-dark'} />}
    </IconButton>
  );
}

/** The top navigation for the viewer's role, behind a button on phones. On staff pages, the command palette replaces the search. */
export function Header() {
  const location = useLocation();
  const viewer = useViewer();
  const isStaffFrame = useStaffFrame();
  const [isOpen, setOpen] = useState(false);
  const menuId = useId();
  const barSearch = useRef<HTMLInputElement>(null);
  const drawerSearch = useRef<HTMLInputElement>(null);
  const burger = useRef<HTMLButtonElement>(null);

  const focusSearch = () => {
    // On pages with their own field, the field in the bar is hidden.
    const own = document.querySelector<HTMLInputElement>('main [role="search"] input');
    const isInBar = (barSearch.current?.getClientRects().length ?? 0) > 0;
    if (!own && !isInBar) flushSync(() => setOpen(true));
    const box = own ?? (isInBar ? barSearch.current : drawerSearch.current);
    box?.focus();
    box?.select();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on navigation
  useEffect(() => setOpen(false), [location.key]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a second way to close the menu
    <header
      className={styles.header}
      data-beside-staff-nav={isStaffFrame || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        burger.current?.focus();
      }}
    >
      <div className={`container ${styles.bar}`}>
        <Places />
        <div className={styles.controls}>
          {/* The search page has its own field. */}
          {location.pathname !== paths.search() && (
            <div className={styles.search}>
              <Suspense fallback={null}>
                {!isStaffFrame || (viewer && !isStaff(viewer)) ? (
                  <HeaderSearch inputRef={barSearch} onSlash={focusSearch} />
                ) : (
                  viewer && <JumpButton />
                )}
              </Suspense>
            </div>
          )}
          <SchemeToggle />
          <Account />
          <IconButton
            ref={burger}
            className={styles.burger}
            label={isOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={isOpen}
            aria-controls={menuId}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon icon={isOpen ? lineClose : lineMenu} />
          </IconButton>
        </div>
      </div>
      <nav id={menuId} className={`container ${styles.drawer}`} aria-label="Main, small screen" hidden={!isOpen}>
        {isOpen && (
          <>
            <Suspense fallback={null}>
              <HeaderSearch inputRef={drawerSearch} />
            </Suspense>
            <NavItems />
          </>
        )}
      </nav>
    </header>
  );
}
