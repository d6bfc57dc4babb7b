import { ROLE_NAMES, ROLES, type Role } from '@g2/gateway/contract/users';
import { Select } from '@mantine/core';
import dialogClasses from '../../../ui/dialog.module.css';
import { texts } from './texts.ts';

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

interface RoleSelectProps {
  readonly value: Role;
  readonly disabled?: boolean;
  readonly description?: string | undefined;
  readonly onChange: (role: Role) => void;
}

/** The three roles, with the warning that belongs to the last (spec §2). */
export function RoleSelect({ value, disabled = false, description, onChange }: RoleSelectProps) {
  return (
    <>
      <Select
        label={texts.role}
        description={description}
        data={OPTIONS}
        value={value}
        disabled={disabled}
        onChange={(next) => {
          const role = ROLES.find((known) => known === next);
          if (role !== undefined) onChange(role);
        }}
      />
      {value === 'admin' && !disabled && (
        <p className={dialogClasses.warning} role="status">
          {texts.roleDialog.warning}
        </p>
      )}
    </>
  );
}
