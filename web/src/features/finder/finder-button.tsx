import type { User } from '@g2/gateway/contract/users';
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { withMantine } from '../../ui/mantine-root.tsx';
import { Finder } from './finder.tsx';
import classes from './finder-button.module.css';
import { texts as t } from './texts.ts';

export const FinderButton = withMantine(FinderTrigger);

/** Opens the finder by click or Ctrl+K, except while a modal dialog is open. */
function FinderTrigger({ role }: { role: User['role'] }) {
  const [opened, setOpened] = useState(false);
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that Back leads to is a signal of its own.
  useEffect(() => {
    if (isBack) setOpened(false);
  }, [location, isBack]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFinderKey =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k';
      if (!isFinderKey || event.defaultPrevented) return;
      // Otherwise the browser would open its own search on Ctrl+K.
      event.preventDefault();
      if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) setOpened(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} aria-hidden />
        <span className={classes.word}>{t.button}</span>
        <kbd className={classes.key} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      <Finder role={role} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
