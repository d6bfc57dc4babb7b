import { useUser } from '../../lib/session.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ContactForm } from './contact-form.tsx';
import { texts as t } from './texts.ts';

export function ContactDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const user = useUser();
  return (
    <Modal opened={opened} onClose={onClose} title={t.title} closeOnClickOutside={false}>
      {user && (
        <div className="grid gap-4">
          <p className="m-0 text-muted">
            {user.emailVerified ? t.leadForUser(user.email) : t.unconfirmedEmail}
          </p>
          <SupportLine />
          <ContactForm user={user} onSent={onClose} />
        </div>
      )}
    </Modal>
  );
}
