import type { User } from '@g2/gateway/contract/users';
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { withMantine } from '../../ui/mantine-root.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Finder } from './finder.tsx';
import { texts as t } from './texts.ts';

export const FinderButton = withMantine(FinderTrigger);

/** Button that opens the finder, also by Ctrl+K unless a modal dialog is open. */
function FinderTrigger({ role }: { role: User['role'] }) {
  const [opened, setOpened] = useState(false);
  const closeFinder = () => setOpened(false);
  const location = useLocation();
  const isBackNavigation = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation, to close the finder after Back.
  useEffect(() => {
    if (isBackNavigation) setOpened(false);
  }, [location, isBackNavigation]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFinderKey =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k';
      if (!isFinderKey || event.defaultPrevented) return;
      // Ctrl+K would open the search of the browser.
      event.preventDefault();
      if (document.querySelector('[role="dialog"][aria-modal="true"]') === null) setOpened(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <UnstyledButton
        className="g2-inline min-h-9 px-2 border border-line rounded-sm text-sm text-muted hover:text-ink phone:border-transparent"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} aria-hidden />
        <span className="phone:sr-only">{t.button}</span>
        <kbd
          className="[font-family:inherit] py-px px-1 border border-line rounded-sm text-xs whitespace-nowrap below-desktop:hidden"
          aria-hidden
        >
          Ctrl K
        </kbd>
      </UnstyledButton>
      <Modal
        opened={opened}
        onClose={closeFinder}
        title={t.title}
        size="lg"
        yOffset="10dvh"
        transitionProps={{ duration: 0 }}
      >
        <Finder role={role} onClose={closeFinder} />
      </Modal>
    </>
  );
}
