import { useNavigate } from 'react-router';
import { notify } from '../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

const OWN_PAGE = '/profile/atendimentos';

/** Shows the toast of spec §2 for a sent message, with its number and, for a user, a link to the own contacts. */
export function useSentToast(): (number: string, isUser: boolean) => void {
  const navigate = useNavigate();
  return (number, isUser) =>
    notify.success(
      `${t.sent.title} · ${number}`,
      t.sent.text,
      isUser ? { label: t.sent.own, href: OWN_PAGE, follow: () => void navigate(OWN_PAGE) } : undefined,
    );
}
