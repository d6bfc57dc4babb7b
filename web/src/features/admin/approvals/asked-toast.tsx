import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { onApprovalRequested } from '../../../lib/approval.ts';
import { notify } from '../../../ui/toast-store.ts';

const href = '/admin/aprovacoes';
// Not in texts.ts, which every page would load with this component.
const t = {
  sent: 'Pedido de aprovação enviado',
  sentText: 'Outro administrador precisa aprovar. Nada mudou ainda.',
  see: 'Ver os pedidos',
} as const;

/** Shows a toast when an operation was submitted for approval, with a link to the requests. */
export function AskedToast() {
  const navigate = useNavigate();
  useEffect(
    () =>
      onApprovalRequested(() => {
        const link = { label: t.see, href, follow: () => void navigate(href) };
        notify.success(t.sent, t.sentText, link);
      }),
    [navigate],
  );
  return null;
}
