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

/** Opens the finder by click or Ctrl+K, except while a modal dialog is open. */
function FinderTrigger({ role }: { role: User['role'] }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
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
        onClose={close}
        title={t.title}
        size="lg"
        yOffset="10dvh"
        transitionProps={{ duration: 0 }}
      >
        <Finder role={role} onClose={close} />
      </Modal>
    </>
  );
}
