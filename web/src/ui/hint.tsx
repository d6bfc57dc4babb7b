import { ActionIcon, Popover } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { texts as t } from './texts.ts';

/** A button that shows the definition of `term`. */
export function Hint({ term, children }: { term: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover width={280} position="bottom-start" opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t.definition(term)}
          onClick={() => setOpened((isOpen) => !isOpen)}
          // The popover does not handle Esc while the button has the focus.
          onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
        >
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="g2-note">{children}</Popover.Dropdown>
    </Popover>
  );
}
