import { useQuery } from '@tanstack/react-query';
import { formatInteger } from '../../../lib/format.ts';
import { openCountQuery } from './api.ts';
import { texts as t } from './texts.ts';

/** Badge with the number of open contact requests; renders nothing if the number is 0 or unknown. */
export function OpenContacts() {
  const { data = 0 } = useQuery(openCountQuery);
  if (data === 0) return null;
  return (
    <span className="g2-badge min-w-6 ml-1.5 justify-center bg-accent-soft text-accent tabular-nums">
      <span aria-hidden>{formatInteger(data)}</span>
      <span className="g2-hidden">{t.openCount(formatInteger(data))}</span>
    </span>
  );
}
