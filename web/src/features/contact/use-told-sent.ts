import { useNavigate } from 'react-router';
import { notify } from '../../ui/toast-store.ts';
import { texts as t } from './texts.ts';

const OWN = '/profile/atendimentos';

/** Says that it is with the staff, as the specification has it, with the number; whoever has an account finds it there. */
export function useToldSent(): (number: string, isUser: boolean) => void {
  const navigate = useNavigate();
  return (number, isUser) =>
    notify.success(
      `${t.sent.title} · ${number}`,
      t.sent.text,
      isUser ? { label: t.sent.own, href: OWN, follow: () => void navigate(OWN) } : undefined,
    );
}
