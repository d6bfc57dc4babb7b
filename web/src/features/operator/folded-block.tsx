import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Frame } from './detail-panels.tsx';

const STORAGE_KEY = 'panel-open';

/** Titles of the sections that the user left open, read from localStorage. */
function storedOpenTitles(): string[] {
  try {
    const storedValue: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(storedValue) ? storedValue.filter((title) => typeof title === 'string') : [];
  } catch {
    return [];
  }
}

function storeOpenState(title: string, isOpen: boolean): void {
  const otherTitles = storedOpenTitles().filter((openTitle) => openTitle !== title);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(isOpen ? [...otherTitles, title] : otherTitles));
  } catch {
    // If localStorage is blocked, the section stays open only on this registration.
  }
}

type FoldedBlockProps = Parameters<Frame>[0] & { readonly level?: 'h2' | 'h3' };

/** Collapsible section. It renders its content only while open, and stays open on the next registration. */
export function FoldedBlock({ title, action, children, level: Heading = 'h3' }: FoldedBlockProps) {
  const [isOpen, setOpen] = useState(() => storedOpenTitles().includes(title));
  return (
    <section aria-label={title}>
      <details
        className="min-w-0"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open === isOpen) return;
          setOpen(currentTarget.open);
          storeOpenState(title, currentTarget.open);
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

/** Summary line of a collapsible block; an arrow shows whether the block is open. */
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
