import { DETAIL_LABELS } from '@g2/gateway/contract/details';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import type { Registration } from '@g2/gateway/contract/registrations';
import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';
import { texts } from './texts.ts';

const t = texts.corrections;

/** Banner with the correction request of the staff and the parts that the owner has changed since. */
export function CorrectionBanner({ registration }: { registration: Registration }) {
  return (
    <section className="g2-warning g2-line items-start mb-5" aria-labelledby="correction-asked">
      <IconMessageReport className="mt-0.5 text-warning" size={20} aria-hidden />
      <div className="min-w-0">
        <strong id="correction-asked" className="font-bold text-warning">
          {t.requestHeading}
        </strong>
        <p className="m-0 mt-1 mb-2 whitespace-pre-line wrap-anywhere">
          {registration.correctionReason ?? t.defaultReason}
        </p>
        <p className="g2-note">{t.instructions}</p>
        <ChangedParts registration={registration} />
      </div>
    </section>
  );
}

function ChangedParts({ registration }: { registration: Registration }) {
  const { id, changedSinceCorrection, hasEarlierFile } = registration;
  const { data } = useQuery({
    queryKey: [REGISTRATIONS, 'corrections', id],
    queryFn: ({ signal }) => call(registrationCalls.getCorrectionChanges, { params: { id }, signal }),
    enabled: changedSinceCorrection,
  });
  if (!changedSinceCorrection) return <p className="g2-note">{t.nothingChanged}</p>;
  // Until the changes are loaded, the banner does not name them.
  if (data === undefined) return null;
  const changedParts = [
    ...data.details.map(({ field }) => DETAIL_LABELS[field]),
    ...(hasEarlierFile ? [t.file] : []),
    ...(data.holders.length > 0 ? [t.holders] : []),
  ];
  if (changedParts.length === 0) return null;
  return (
    <p className="g2-note" role="status">
      {t.changedLabel} <strong className="font-bold text-ink">{changedParts.join(', ')}</strong>
    </p>
  );
}
