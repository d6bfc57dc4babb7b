import { Button, Stack, Title } from '@mantine/core';
import { reasonOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import { useRenewCodes } from './api.ts';
import { texts } from './texts.ts';

const t = texts.recovery;

interface RecoverySectionProps {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The number of unused recovery codes, and a button that replaces them. */
export function RecoverySection({ left, onCodes }: RecoverySectionProps) {
  const renew = useRenewCodes();
  const ask = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: (error) => notify.error(t.failed, reasonOf(error, texts.genericText)),
    });
  return (
    <section className="g2-panel g2-edge" aria-label={t.title}>
      <Stack gap="md">
        <Title order={2}>{t.title}</Title>
        <p className="g2-note">
          {t.left(left)} {t.renewText}
        </p>
        <div>
          <Button variant="default" loading={renew.isPending} onClick={ask}>
            {t.renew}
          </Button>
        </div>
      </Stack>
    </section>
  );
}
