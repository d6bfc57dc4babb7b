import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCertificateDownload } from '../../shared/certificate/download.ts';
import { texts } from './texts.ts';

interface CertificateButtonProps extends Pick<ButtonProps, 'size'> {
  readonly registration: Pick<Registration, 'id' | 'status' | 'closure'>;
  /** Receives the initial focus. */
  readonly first?: boolean;
}

export function CertificateButton({ registration, size = 'sm', first = false }: CertificateButtonProps) {
  const download = useCertificateDownload();
  if (registration.status !== 'certificate_issued' || registration.closure !== null) return null;
  return (
    <Button
      size={size}
      data-autofocus={first || undefined}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(registration)}
    >
      {texts.actions.download}
    </Button>
  );
}
