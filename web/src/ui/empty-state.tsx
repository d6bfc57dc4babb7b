import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon: ReactNode;
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

/** Shown in place of a list that is empty, has no match, or failed to load. */
export function EmptyState({ title, text, icon, alert = false, children }: EmptyStateProps) {
  return (
    <div
      className="grid justify-items-center gap-1 py-12 px-5 border border-dashed border-strong-line rounded-lg text-center"
      role={alert ? 'alert' : 'status'}
    >
      <span className="g2-mark w-15 h-15 mb-2 bg-accent-soft text-accent">{icon}</span>
      <p className="g2-title">{title}</p>
      {text !== undefined && <p className="m-0 mb-3 text-balance text-muted max-w-[46ch]">{text}</p>}
      {children}
    </div>
  );
}
