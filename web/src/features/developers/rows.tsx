import type { ReactNode } from 'react';

export const RowList = ({ children }: { children: ReactNode }) => (
  <dl className="g2-rows border-y border-line">{children}</dl>
);

/** A name and its meaning, side by side; on a phone, the name is above. */
export const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[2fr_5fr] gap-x-4 gap-y-0.5 py-2 text-sm *:min-w-0 wrap-anywhere phone:grid-cols-1">
    <dt className="font-medium">{name}</dt>
    <dd className="m-0">{children}</dd>
  </div>
);
