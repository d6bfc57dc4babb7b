import { ActionIcon, Button } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { texts } from '../features/session/texts.ts';
import { toggleColorScheme, useColorScheme } from '../lib/color-scheme.ts';
import { userQuery } from '../lib/session.ts';
import { LogoMark } from '../ui/logo.tsx';
import classes from './shell.module.css';

// The menu floats, which takes code that a visitor of the landing page has no use for.
const AvatarMenu = lazy(() => import('./avatar-menu.tsx').then((m) => ({ default: m.AvatarMenu })));

export function Header() {
  const { data: user, isPending } = useQuery(userQuery);
  return (
    <header className={classes.header}>
      <div className={classes.headerInner}>
        <Link to="/" className={classes.brand}>
          <LogoMark />
          <span>{texts.appName}</span>
        </Link>
        <div className={classes.tools}>
          <ThemeToggle />
          {user ? (
            <Suspense fallback={<span className={classes.accountSpace} />}>
              <AvatarMenu user={user} />
            </Suspense>
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

function ThemeToggle() {
  const dark = useColorScheme() === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={dark ? texts.menu.toLight : texts.menu.toDark}
      onClick={toggleColorScheme}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
