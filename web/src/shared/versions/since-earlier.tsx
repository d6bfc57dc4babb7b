import type { Registration } from '@g2/gateway/contract/registrations';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { versionsQuery } from './api.ts';
import { VersionComparison } from './comparison.tsx';
import { texts as t } from './texts.ts';
import classes from './versions.module.css';

/**
 * Changes since an earlier version: the previous one, or another one that the user selects. Nothing for a first version
 * or before a file is uploaded.
 */
export function SinceEarlier({ registration }: { readonly registration: Registration }) {
  const { id, sha256, previousId, versionNumber } = registration;
  const [chosen, setChosen] = useState<string | null>(null);
  const isLater = previousId !== null;
  const { data } = useQuery({ ...versionsQuery(id), enabled: isLater });
  if (!isLater || sha256 === null) return null;
  const earlier = (data?.items ?? []).filter((one) => one.versionNumber < versionNumber).toReversed();
  const other = earlier.find((one) => one.id === chosen);
  const otherId = other?.id ?? previousId;
  return (
    <>
      {earlier.length > 1 && (
        <NativeSelect
          className={classes.choice ?? ''}
          label={t.against}
          value={otherId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={earlier.map((one) => ({
            value: one.id,
            label: `${t.name(one.versionNumber)}, ${formatDate(one.certificateIssuedAt ?? one.createdAt)}`,
          }))}
        />
      )}
      <VersionComparison
        key={`${id} ${sha256} ${otherId}`}
        pair={{ id, sha256, otherId }}
        previousNumber={other?.versionNumber ?? versionNumber - 1}
      />
    </>
  );
}
