import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { onApprovalRequested } from '../../../lib/approval.ts';
import { notify } from '../../../ui/toast-store.ts';

const href = '/admin/aprovacoes';
// These texts are not in texts.ts, because the shell shows this toast and would load texts.ts on every page.
const t = {
  sent: 'Pedido de aprovação enviado',
  sentText: 'Outro administrador precisa aprovar. Nada mudou ainda.',
  showRequests: 'Ver os pedidos',
} as const;

/** Shows a toast, with a link to the requests, when an operation was submitted for approval. */
export function ApprovalRequestedToast() {
  const navigate = useNavigate();
  useEffect(
    () =>
      onApprovalRequested(() => {
        const link = { label: t.showRequests, href, follow: () => void navigate(href) };
        notify.success(t.sent, t.sentText, link);
      }),
    [navigate],
  );
  return null;
}
