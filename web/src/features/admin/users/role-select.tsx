import { ROLE_NAMES, ROLES, type Role, type User } from '@g2/gateway/contract/users';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operatorsQuery } from '../../../shared/registration/staff-change.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { LeftRecords } from './left-records.tsx';
import { workOfQuery } from './leftovers.ts';
import { texts as leftovers } from './leftovers-texts.ts';
import { texts } from './texts.ts';
import { lostAssignments } from './user-rules.ts';

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

interface RoleSelectProps {
  readonly user: User;
  readonly value: Role;
  /** Why the role may not be changed; null if it may. */
  readonly refusal?: string | null;
  readonly onChange: (role: Role) => void;
}

/** The three roles, with a warning for the admin role (spec §2) and for assignments that would be lost. */
export function RoleSelect({ user, value, refusal = null, onChange }: RoleSelectProps) {
  return (
    <>
      <Select
        label={texts.role}
        description={refusal}
        data={OPTIONS}
        value={value}
        disabled={refusal !== null}
        onChange={(next) => {
          const role = ROLES.find((known) => known === next);
          if (role !== undefined) onChange(role);
        }}
      />
      {value === 'admin' && refusal === null && (
        <p className={dialogClasses.warning} role="status">
          {texts.roleDialog.warning}
        </p>
      )}
      <LossWarning user={user} next={{ role: value, isActive: user.isActive }} />
    </>
  );
}

/** Warns which assignments a user loses when the user is no longer active staff (api-rules R9). */
export function LossWarning({ user, next }: { user: User; next: { role: Role; isActive: boolean } }) {
  const lost = lostAssignments(user, next, useQuery(operatorsQuery).data ?? []);
  const work = useQuery({ ...workOfQuery(user.id), enabled: lost > 0 }).data;
  if (lost === 0) return null;
  return (
    <>
      <p className={dialogClasses.warning} role="status">
        {texts.loss(lost)}
      </p>
      {work !== undefined && work.total > 0 && (
        <LeftRecords label={leftovers.lost} records={work.items} total={work.total} />
      )}
    </>
  );
}
