import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** CSS classes of a line that is a link or a button. */
export const LINE_CLASSES =
  'group g2-line g2-bare w-full min-h-15 py-2 px-3 rounded-md text-left no-underline hover:bg-sunken';

/** The text of a line, and a note below it. */
export const LineText = ({ note, children }: { note: string; children: ReactNode }) => (
  <span className="grid flex-1 min-w-0">
    <span className="font-semibold tabular-nums">{children}</span> <span className="g2-meta">{note}</span>
  </span>
);

export const LineArrow = () => (
  <IconChevronRight className="text-muted group-hover:text-accent" size={18} aria-hidden />
);
