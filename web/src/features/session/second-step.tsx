import type { FactorLoginBody } from '@g2/gateway/contract/factors';
import { factorRoutes } from '@g2/gateway/contract/routes/factors';
import type { User } from '@g2/gateway/contract/users';
import { Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { userQuery } from '../../lib/session.ts';
import { CodeInput } from '../../shared/factor/code-input.tsx';
import { texts as factor } from '../../shared/factor/texts.ts';
import { askPasskey, hasPasskeys, PasskeyCancelled } from '../../shared/factor/webauthn.ts';
import classes from './auth.module.css';
import { texts } from './texts.ts';

const t = texts.secondStep;

/** The server's answer to a correct password when a second factor is required. */
export interface Step {
  readonly mfaToken: string;
  readonly methods: readonly string[];
}

interface SecondStepProps {
  readonly step: Step;
  readonly onIn: (user: User) => void;
  /** Returns to e-mail and password, with an explanation when the step expired. */
  readonly onBack: (why?: string) => void;
}

/** Form for the code or passkey after a correct password; replaces the password form. */
export function SecondStep({ step, onIn, onBack }: SecondStepProps) {
  const { methods, mfaToken } = step;
  const byApp = methods.includes('totp');
  const byPasskey = methods.includes('passkey') && hasPasskeys();
  const [kind, setKind] = useState<'app' | 'recovery'>(byApp ? 'app' : 'recovery');
  const [code, setCode] = useState('');
  const client = useQueryClient();
  const enter = useMutation({
    mutationFn: (given: Omit<FactorLoginBody, 'mfaToken'>) =>
      call(factorRoutes.logInWithFactor, { body: { mfaToken, ...given } }),
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      onIn(user);
    },
    onError: (error) => {
      if (error instanceof HttpError && error.code === 'mfa-expired') onBack(error.message);
    },
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const { options, flow } = await call(factorRoutes.startPasskeyLogIn, { body: { mfaToken } });
      return enter.mutateAsync({ flow, passkey: await askPasskey(options) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== '') enter.mutate({ code });
  };
  const failure = enter.error ?? (passkey.error instanceof PasskeyCancelled ? null : passkey.error);
  const words =
    failure && messageOf(failure, passkey.error === null ? texts.errors.loginText : factor.passkeyFailed);
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
    enter.reset();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t.title}>
      <Stack gap="md">
        <p className={classes.stepLead}>{t.lead}</p>
        {words !== null && (
          <p role="alert" className={classes.failed}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{words}</span>
          </p>
        )}
        <CodeInput key={kind} kind={kind} value={code} onChange={setCode} autoFocus />
        <Button type="submit" loading={enter.isPending} disabled={code === ''} fullWidth>
          {t.enter}
        </Button>
        {byPasskey && (
          <Button variant="default" fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {factor.passkey}
          </Button>
        )}
        {byApp && methods.includes('recovery') && (
          <Button variant="subtle" fullWidth onClick={turn}>
            {kind === 'app' ? factor.toRecovery : factor.toCode}
          </Button>
        )}
        <Button variant="subtle" color="gray" fullWidth onClick={() => onBack()}>
          {t.back}
        </Button>
      </Stack>
    </form>
  );
}
