import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { IconUser } from '@tabler/icons-react';
import { useUser } from '../../lib/session.ts';
import { fullName } from '../../ui/person-name.tsx';
import classes from './detail-panels.module.css';
import { texts } from './texts.ts';

const t = texts.list;

export function HeldBy({ registration }: { registration: StaffRegistration }) {
  const userId = useUser()?.id;
  const { assignedOperator: holder } = registration;
  const holderKind = holder === null ? 'none' : holder.id === userId ? 'me' : 'another';
  return (
    <span className={classes.heldBy} data-holder={holderKind}>
      <IconUser size={15} stroke={1.8} aria-hidden />
      {holderKind === 'me' ? t.heldByMe : holder === null ? t.heldByNobody : t.heldBy(fullName(holder))}
    </span>
  );
}
