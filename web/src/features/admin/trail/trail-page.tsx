import '../../../ui/mantine-forms.ts';
import { AUDIT_ACTIONS } from '@g2/gateway/contract/audit';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../../lib/failures.ts';
import { type ListParams, useListParams } from '../../../lib/list-params.ts';
import { Page, WidePage } from '../../../ui/page.tsx';
import { notify, useErrorToast } from '../../../ui/toast-store.ts';
import { AdminSections } from '../sections.tsx';
import { saveTrail, type TrailFilter, trailQuery } from './api.ts';
import { texts as t } from './texts.ts';
import { TrailFilters } from './trail-filters.tsx';
import { TrailList } from './trail-list.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filter from the URL; an invalid value counts as absent. */
function filterOf({ get }: Pick<ListParams, 'get'>): TrailFilter {
  const kept = (name: string, fits: RegExp) => (fits.test(get(name)) ? get(name) : '');
  return {
    action: AUDIT_ACTIONS.find((known) => known === get('action')) ?? '',
    actor: kept('actor', UUID),
    subject: kept('subject', /^[\w-]{1,100}$/),
    from: kept('from', DAY),
    to: kept('to', DAY),
  };
}

/** The audit trail, newest first, filtered by the URL; each entry has collapsed details. */
export function TrailPage() {
  const params = useListParams();
  const filter = filterOf(params);
  const query = useQuery(trailQuery(params.page, filter));
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <WidePage>
      <Page title={t.title} lead={t.lead} action={<ExportButton filter={filter} />}>
        <AdminSections current="/admin/trilha" />
        <TrailFilters params={params} filter={filter} />
        <TrailList query={query} params={params} filtered={Object.values(filter).some((one) => one !== '')} />
      </Page>
    </WidePage>
  );
}

function ExportButton({ filter }: { filter: TrailFilter }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveTrail(filter),
    onSuccess: () => notify.success(t.exported, t.exportedText),
    onError: (error) => notify.error(t.exportFailed, reasonOf(error, t.exportFailedText)),
    // The export is itself a new entry of the trail.
    onSettled: () => client.invalidateQueries({ queryKey: trailQuery(1, filter).queryKey.slice(0, 1) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t.export}
    </Button>
  );
}
