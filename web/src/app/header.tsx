import type { User } from '@g2/gateway/contract/users';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link, NavLink, useLocation } from 'react-router';
import { texts } from '../features/session/texts.ts';
import { toggleColorScheme } from '../lib/color-scheme.ts';
import { userQuery } from '../lib/session.ts';
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx';
import classes from './shell.module.css';

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
  const isStaff = user?.role === 'operator' || user?.role === 'admin';
  return (
    <header className={classes.header}>
      <div className={classes.headerInner} data-staff={isStaff || undefined}>
        <Link to="/" className={classes.brand}>
          <LogoMark />
          <span className={classes.brandName}>{texts.appName}</span>
        </Link>
        <div className={classes.tools}>
          {isStaff && <StaffLinks isAdmin={user.role === 'admin'} />}
          {user && <UploadChip userId={user.id} />}
          {isStaff && <FinderButton role={user.role} />}
          <ThemeToggle />
          {isPending && <span className={classes.accountSpace} />}
          {user && <AvatarMenu user={user} />}
          {!user && !isPending && (
            <Button component={Link} to="/auth" size="sm">
              {texts.menu.login}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

/** The way to the work of staff, from every page. */
function StaffLinks({ isAdmin }: { isAdmin: boolean }) {
  // Its own link stands beside the queue's.
  const contacts = useLocation().pathname.startsWith('/operator/atendimentos');
  return (
    <nav className={classes.staff} aria-label={texts.menu.staff}>
      <NavLink to="/operator" end={contacts} className={classes.staffLink ?? ''}>
        {texts.menu.queue}
      </NavLink>
      <NavLink to="/operator/atendimentos" className={clsx(classes.staffLink, classes.roomy)}>
        {texts.menu.contacts}
        <OpenContacts />
      </NavLink>
      {isAdmin && (
        <NavLink to="/admin" className={classes.staffLink ?? ''}>
          {texts.menu.administration}
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
        <VisuallyHidden>{texts.menu.toDark}</VisuallyHidden>
      </span>
      <span className={classes.whenDark}>
        <IconSun size={20} aria-hidden />
        <VisuallyHidden>{texts.menu.toLight}</VisuallyHidden>
      </span>
    </ActionIcon>
  );
}

/** The mark: a sheet with a folded corner and the monogram. Decorative; the name stands beside it. */
function LogoMark({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M9 2h19l10 10v20a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z" fill="var(--g2-accent)" />
      <path d="M28 2l10 10h-7a3 3 0 0 1-3-3Z" fill="color-mix(in srgb, var(--g2-accent) 45%, var(--g2-bg))" />
      <g
        fill="none"
        stroke="var(--g2-on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M17.6 17.5A6 6 0 1 0 19.4 23H15" />
        <path d="M23.4 19.4a3.7 3.7 0 0 1 7.3.4c0 3-4.4 4.9-7.3 8.4h7.6" />
      </g>
    </svg>
  );
}
