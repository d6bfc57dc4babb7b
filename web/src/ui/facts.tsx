import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';

interface PanelProps {
  readonly title: string;
  /** Definition of what the panel shows; a button beside the title opens it. */
  readonly hint?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, hint, action, children }: PanelProps) {
  return (
    <section className="g2-panel g2-edge" aria-label={title}>
      <div className="g2-spread mb-3">
        <div className="g2-inline">
          <h2 className="g2-title">{title}</h2>
          {hint !== undefined && <Hint term={title}>{hint}</Hint>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

const ROW_LIST_CLASSES =
  'g2-rows text-sm *:grid *:grid-cols-[minmax(110px,190px)_minmax(0,1fr)] *:gap-x-3 *:py-2 ' +
  '*:first:pt-0 *:last:pb-0 phone:*:grid-cols-1';
const COLUMN_LIST_CLASSES =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,200px),1fr))] gap-y-2 gap-x-5 m-0 text-sm *:p-0! ' +
  '[&_dt]:text-xs';

/** List of names and values, one per row; with `compact`, as many per row as fit, which saves height. */
export function Facts({ compact = false, children }: { compact?: boolean; children: ReactNode }) {
  return <dl className={compact ? COLUMN_LIST_CLASSES : ROW_LIST_CLASSES}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Uses the whole width, for a value of whole sentences. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div className={wide ? 'col-span-full' : undefined}>
      <dt className="text-muted">{name}</dt>
      <dd className="m-0 wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}
