import { ActionIcon, Popover } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { texts as t } from './texts.ts';

/** A button beside the name `of` that shows its definition. */
export function Hint({ of, children }: { of: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover width={280} position="bottom-start" opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t.definition(of)}
          onClick={() => setOpened((now) => !now)}
          // The focus stays here, where the popover does not notice Esc.
          onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
        >
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="g2-note">{children}</Popover.Dropdown>
    </Popover>
  );
}
