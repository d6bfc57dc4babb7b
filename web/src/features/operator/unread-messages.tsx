import { VIEW_COUNT_CAP } from '@g2/gateway/contract/queue';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCapped } from '../../lib/format.ts';
import { queueStatsQuery } from '../../shared/registration/staff-api.ts';
import { texts } from './texts.ts';

/** Header link to the registrations with messages that staff have not read. Renders nothing if there are none. */
export function UnreadMessages() {
  const { data } = useQuery(queueStatsQuery);
  const count = data?.messages ?? 0;
  if (count === 0) return null;
  const countText = formatCapped(count, count >= VIEW_COUNT_CAP);
  return (
    <Link
      to="/operator?view=messages"
      className="g2-badge flex-none self-center min-h-7 phone:px-1.5 bg-warning-soft text-warning no-underline tabular-nums"
    >
      <IconMessage size={16} stroke={2} className="phone:hidden" aria-hidden />
      <span aria-hidden>{countText}</span>
      <span className="g2-hidden">{texts.views.unreadMessages(countText, count === 1)}</span>
    </Link>
  );
}
