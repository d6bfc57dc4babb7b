import { MARK } from '@g2/gateway/contract/brand';
import type { User } from '@g2/gateway/contract/users';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link, NavLink, useLocation } from 'react-router';
import { toggleColorScheme } from '../lib/color-scheme.ts';
import { userQuery } from '../lib/session.ts';
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx';
import classes from './shell.module.css';
import { texts } from './texts.ts';

// The menu floats, which takes code that a visitor of the landing page has no use for.
const AvatarMenu = lazyWithPreload(
  () => import('./avatar-menu.tsx').then((m) => m.AvatarMenu),
  <span className={classes.accountSpace} />,
);

// Of no use to a visitor either. A page whose network fails does without it.
const UploadChip = lazyWithPreload<{ userId: string }>(
  () =>
    import('../features/wizard/upload-chip.tsx').then(
      (m) => m.UploadChip,
      () => () => null,
    ),
  null,
);

// Nor of any but the staff's.
const OpenContacts = lazyWithPreload(
  () =>
    import('../features/operator/contacts/open-contacts.tsx').then(
      (m) => m.OpenContacts,
      () => () => null,
    ),
  null,
);

const FinderButton = lazyWithPreload<{ role: User['role'] }>(
  () =>
    import('../features/finder/finder-button.tsx').then(
      (m) => m.FinderButton,
      () => () => null,
    ),
  null,
);

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
            <Button component={Link} to="/auth" size="sm">
              {texts.header.login}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

/** What a visitor may read, where the window has room for it. */
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

/** The way to the work of staff, from every page. */
function StaffLinks({ isAdmin }: { isAdmin: boolean }) {
  // Its own link stands beside the queue's.
  const contacts = useLocation().pathname.startsWith('/operator/atendimentos');
  return (
    <nav className={classes.staff} aria-label={texts.header.staff}>
      <NavLink to="/operator" end={contacts} className={classes.staffLink ?? ''}>
        {texts.header.queue}
      </NavLink>
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

/** Both faces are there and the style sheet shows one: right from the first paint on, scripts or not. */
function ThemeToggle() {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" onClick={toggleColorScheme}>
      <span className={classes.whenLight}>
        <IconMoon size={20} aria-hidden />
        <VisuallyHidden>{texts.header.toDark}</VisuallyHidden>
      </span>
      <span className={classes.whenDark}>
        <IconSun size={20} aria-hidden />
        <VisuallyHidden>{texts.header.toLight}</VisuallyHidden>
      </span>
    </ActionIcon>
  );
}

/** The mark: a sheet with a folded corner and the monogram. Decorative; the name stands beside it. */
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
