import type { DroppedAssignmentPage, FormerAssignment } from '@g2/gateway/contract/former-assignments';
import type { Role, User } from '@g2/gateway/contract/users';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failedToLoad } from '../../../lib/failures.ts';
import { operatorOf } from '../../../shared/registration/assigned-operator.ts';
import { operatorsQuery } from '../../../shared/registration/staff-change.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { LeftRecords } from './left-records.tsx';
import { droppedQuery, returnsToStaff, SHOWN } from './leftovers.ts';
import { texts as t } from './leftovers-texts.ts';
import { lostAssignments } from './user-rules.ts';

/** The current operator of a removed assignment, in Portuguese. */
export const holderOf = (dropped: FormerAssignment): string =>
  dropped.assignedOperatorId === null ? t.free : t.heldBy(operatorOf(dropped));

/** The question whether a returning staff member gets the former assignments back, and the answer. */
export function useGiveBack(
  user: Pick<User, 'id'>,
  returns: boolean,
): { choice: ReactNode; isGiven: boolean } {
  const [chosen, setChosen] = useState(true);
  const query = useQuery({ ...droppedQuery(user.id, 1, SHOWN), enabled: returns });
  const dropped = query.data;
  if (returns && failedToLoad(query))
    return { choice: <p className="g2-note">{t.unknown}</p>, isGiven: false };
  if (!returns || !dropped) return { choice: null, isGiven: false };
  return {
    choice: <GiveBack dropped={dropped} checked={chosen} onChange={setChosen} />,
    isGiven: chosen && dropped.free > 0,
  };
}

/** Effect of a role change on a user's assignments: how many are lost, or whether former ones are restored. */
export function useRoleConsequences(user: User, role: Role) {
  const next = { role, isActive: user.isActive };
  const lost = lostAssignments(user, next, useQuery(operatorsQuery).data ?? []);
  return { ...useGiveBack(user, returnsToStaff(user, next)), lost };
}

interface GiveBackProps {
  readonly dropped: DroppedAssignmentPage;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The assignments a user lost on leaving the staff, those taken by colleagues, and a checkbox to restore the rest. */
function GiveBack({ dropped: { items, total, free }, checked, onChange }: GiveBackProps) {
  const kept = total > free ? t.kept(total - free) : undefined;
  return (
    <div className={dialogClasses.form}>
      <p className={dialogClasses.lead}>{t.lead}</p>
      <LeftRecords label={t.title} records={items} total={total} note={holderOf} />
      {free === 0 ? (
        <p className="g2-note">{kept}</p>
      ) : (
        <Checkbox
          label={t.give(free)}
          description={kept}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
