import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Frame } from './detail-panels.tsx';

const KEY = 'panel-open';

/** Titles of the sections that the user left open, from this browser's localStorage. */
function openTitles(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((title) => typeof title === 'string') : [];
  } catch {
    return [];
  }
}

function remember(title: string, isOpen: boolean): void {
  const others = openTitles().filter((one) => one !== title);
  try {
    localStorage.setItem(KEY, JSON.stringify(isOpen ? [...others, title] : others));
  } catch {
    // localStorage may be blocked; the choice then applies to this registration only.
  }
}

type FoldedBlockProps = Parameters<Frame>[0] & { readonly level?: 'h2' | 'h3' };

/** Collapsible section of a record: loads its content once opened, and stays open on the next record. */
export function FoldedBlock({ title, action, children, level: Heading = 'h3' }: FoldedBlockProps) {
  const [isOpen, setOpen] = useState(() => openTitles().includes(title));
  return (
    <section aria-label={title}>
      <details
        className="min-w-0"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open === isOpen) return;
          setOpen(currentTarget.open);
          remember(title, currentTarget.open);
        }}
      >
        <FoldSummary>
          <Heading className={Heading === 'h2' ? 'g2-title' : 'g2-subtitle'}>{title}</Heading>
        </FoldSummary>
        {isOpen && (
          <div className="grid grid-cols-1 gap-3 pt-2">
            {action !== undefined && <div className="justify-self-start empty:hidden">{action}</div>}
            {children}
          </div>
        )}
      </details>
    </section>
  );
}

/** Summary of a collapsible block, with an arrow that shows whether it is open. */
export function FoldSummary({ children }: { children: ReactNode }) {
  return (
    <summary className="g2-spread flex-nowrap min-h-9 list-none cursor-pointer marker:hidden">
      {children}
      <IconChevronDown
        size={18}
        className="flex-none text-accent [[open]>summary>&]:rotate-180"
        aria-hidden
      />
    </summary>
  );
}

export const FoldedPanel: Frame = (props) => (
  <div className="g2-panel g2-edge">
    <FoldedBlock {...props} level="h2" />
  </div>
);
