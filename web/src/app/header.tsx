import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { texts } from '../features/session/texts.ts';
import { toggleColorScheme } from '../lib/color-scheme.ts';
import { userQuery } from '../lib/session.ts';
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx';
import { LogoMark } from '../ui/logo.tsx';
import classes from './shell.module.css';

// The menu floats, which takes code that a visitor of the landing page has no use for.
const AvatarMenu = lazyWithPreload(
  () => import('./avatar-menu.tsx').then((m) => m.AvatarMenu),
  <span className={classes.accountSpace} />,
);

export function Header() {
  const { data: user, isPending } = useQuery(userQuery);
  const isStaff = user?.role === 'operator' || user?.role === 'admin';
  return (
    <header className={classes.header}>
      <div className={classes.headerInner} data-staff={isStaff || undefined}>
        <Link to="/" className={classes.brand}>
          <LogoMark />
          <span>{texts.appName}</span>
        </Link>
        <div className={classes.tools}>
          <ThemeToggle />
          {user ? (
            <AvatarMenu user={user} />
          ) : (
            !isPending && (
              <Button component={Link} to="/auth" size="sm">
                {texts.menu.login}
              </Button>
            )
          )}
        </div>
      </div>
    </header>
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
