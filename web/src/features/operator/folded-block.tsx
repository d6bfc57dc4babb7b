import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { Frame } from './detail-panels.tsx';
import classes from './folded-block.module.css';

const KEY = 'panel-open';

/** What somebody likes to see open beside the queue; kept in this browser, whoever uses it. */
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
    // Storage may be blocked; the choice then holds for this record only.
  }
}

/** A section of the side panel folded to its title. What is in it is asked for once it is opened; so it is on the next record. */
export const FoldedBlock: Frame = ({ title, action, children }) => {
  const [isOpen, setOpen] = useState(() => openTitles().includes(title));
  return (
    <section aria-label={title}>
      <details
        className={classes.fold}
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open === isOpen) return;
          setOpen(currentTarget.open);
          remember(title, currentTarget.open);
        }}
      >
        <summary>
          <h3 className="g2-subtitle">{title}</h3>
          <IconChevronDown className={classes.chevron} size={18} aria-hidden />
        </summary>
        {isOpen && (
          <div className={classes.body}>
            {action !== undefined && <div className={classes.action}>{action}</div>}
            {children}
          </div>
        )}
      </details>
    </section>
  );
};
