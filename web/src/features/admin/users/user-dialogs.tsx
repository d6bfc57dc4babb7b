import type { User } from '@g2/gateway/contract/users';
import { type ReactNode, useState } from 'react';
import { type Consent, ConsentDialog } from './consent-dialog.tsx';
import { CreditsDialog } from './credits-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { UserAction } from './user-rules.ts';

interface UserDialogs {
  readonly open: (user: User, action: UserAction) => void;
  /** Must be rendered once, beside the list. */
  readonly dialogs: ReactNode;
}

type Open = { readonly user: User; readonly action: UserAction; readonly shown: boolean };

/** The dialogs about a user, one open at a time. */
export function useUserDialogs(): UserDialogs {
  const [state, setState] = useState<Open | null>(null);
  const close = () => setState((now) => now && { ...now, shown: false });
  const about = (action: UserAction) =>
    state?.shown === true && state.action === action ? state.user : null;
  const consent = state && consentOf(state);
  return {
    open: (user, action) => setState({ user, action, shown: true }),
    dialogs: (
      <>
        <EditDialog user={about('edit')} onClose={close} />
        <RoleDialog user={about('role')} onClose={close} />
        <CreditsDialog user={about('credits')} onClose={close} />
        <PasswordDialog user={about('password')} onClose={close} />
        {/* Keep the question while the dialog fades out. The key separates it from a request that is still running. */}
        {state && consent && (
          <ConsentDialog
            key={`${consent} ${state.user.id}`}
            opened={state.shown}
            user={state.user}
            consent={consent}
            onClose={close}
          />
        )}
      </>
    ),
  };
}

function consentOf({ user, action }: Open): Consent | null {
  if (action === 'remove' || action === 'factor') return action;
  if (action !== 'active') return null;
  return user.isActive ? 'deactivate' : 'reactivate';
}
