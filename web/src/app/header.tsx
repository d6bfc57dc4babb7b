import { MARK } from '@g2/gateway/contract/brand';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ComponentType } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { userQuery } from '../lib/session.ts';
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx';
import { ButtonLink } from '../ui/plain-button.tsx';
import classes from './shell.module.css';
import { texts } from './texts.ts';

/** A header part for signed-in users, in a chunk of its own. Renders nothing if the chunk cannot be loaded. */
const signedIn = <P extends object>(
  part: (parts: typeof import('./signed-in.ts')) => Promise<ComponentType<P>>,
) => lazyWithPreload<P>(() => import('./signed-in.ts').then(part).catch(() => () => null), null);

const AvatarMenu = lazyWithPreload(
  () => import('./signed-in.ts').then(({ fetchAvatarMenu }) => fetchAvatarMenu()),
  <span className={classes.accountSpace} />,
);
const UploadChip = signedIn(({ fetchUploadChip }) => fetchUploadChip());
const OpenContacts = signedIn(({ fetchOpenContacts }) => fetchOpenContacts());
const UnreadMessages = signedIn(({ fetchUnreadMessages }) => fetchUnreadMessages());
const FinderButton = signedIn(({ fetchFinderButton }) => fetchFinderButton());

export function Header() {
  const { data: user, isPending } = useQuery(userQuery);
  const { pathname } = useLocation();
  const isVisitor = !user && !isPending;
  const isStaff = user?.role === 'operator' || user?.role === 'admin';
  return (
    <header className={classes.header}>
      <div className={classes.headerInner} data-staff={isStaff || undefined}>
        <Link to="/" className={classes.brand}>
          <LogoMark />
          <span className={classes.brandName}>{texts.header.appName}</span>
        </Link>
        {isVisitor && pathname !== '/auth' && <SiteLinks />}
        <div className={classes.tools}>
          {isStaff && <StaffLinks isAdmin={user.role === 'admin'} />}
          {user && <UploadChip userId={user.id} />}
          {isStaff && <FinderButton role={user.role} />}
          <ThemeToggle />
          {isPending && <span className={classes.accountSpace} />}
          {user && <AvatarMenu user={user} />}
          {isVisitor && pathname !== '/auth' && (
            <ButtonLink to="/auth" size="sm">
              {texts.header.login}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}

/** Links to public pages, shown where the window is wide enough. */
function SiteLinks() {
  const t = texts.header.site;
  return (
    <nav className={classes.site} aria-label={t.label} data-site-links>
      <a href="/#como-funciona">{t.how}</a>
      <a href="/#precos">{t.prices}</a>
      <Link to="/verificar">{t.check}</Link>
      <Link to="/help" target="_blank" rel="noopener">
        {t.help}
      </Link>
    </nav>
  );
}

function StaffLinks({ isAdmin }: { isAdmin: boolean }) {
  // /operator/atendimentos has a link of its own, so the link to the queue must not be active there.
  const contacts = useLocation().pathname.startsWith('/operator/atendimentos');
  return (
    <nav className={classes.staff} aria-label={texts.header.staff}>
      <NavLink to="/operator" end={contacts} className={classes.staffLink ?? ''}>
        {texts.header.queue}
      </NavLink>
      <UnreadMessages />
      <NavLink to="/operator/atendimentos" className={clsx(classes.staffLink, classes.roomy)}>
        {texts.header.contacts}
        <OpenContacts />
      </NavLink>
      {isAdmin && (
        <NavLink to="/admin" className={classes.staffLink ?? ''}>
          {texts.header.administration}
        </NavLink>
      )}
    </nav>
  );
}

/** Renders both states; CSS shows the right one from the first paint. `public/theme.js` handles the click. */
function ThemeToggle() {
  return (
    <button type="button" className={clsx('g2-bare', classes.scheme)} data-scheme-toggle>
      <span className={classes.whenLight}>
        <IconMoon size={20} aria-hidden />
        <span className="g2-hidden">{texts.header.toDark}</span>
      </span>
      <span className={classes.whenDark}>
        <IconSun size={20} aria-hidden />
        <span className="g2-hidden">{texts.header.toLight}</span>
      </span>
    </button>
  );
}

/** The logo: a sheet with a folded corner and the monogram. Decorative, because the name is beside it. */
function LogoMark({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d={MARK.sheet} fill="var(--g2-accent)" />
      <path d={MARK.fold} fill="color-mix(in srgb, var(--g2-accent) 45%, var(--g2-bg))" />
      <g
        fill="none"
        stroke="var(--g2-on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {MARK.letters.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </svg>
  );
}
