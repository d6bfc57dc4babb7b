import { useUser } from '../../lib/session.ts';
import { SupportLine } from '../../shared/support/support-line.tsx';
import { Modal } from '../../ui/modal.tsx';
import classes from './contact.module.css';
import { ContactForm } from './contact-form.tsx';
import { texts as t } from './texts.ts';
import { useSentToast } from './use-sent-toast.ts';

interface ContactDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The contact form for signed-in users. */
export function ContactDialog({ opened, onClose }: ContactDialogProps) {
  const user = useUser();
  const showSentToast = useSentToast();
  return (
    <Modal opened={opened} onClose={onClose} title={t.title} closeOnClickOutside={false}>
      {user && (
        <div className={classes.form}>
          <p className={classes.lead}>{user.emailVerified ? t.leadUser(user.email) : t.unproven}</p>
          <SupportLine />
          <ContactForm
            user={user}
            onSent={({ number }) => {
              onClose();
              showSentToast(number, true);
            }}
          />
        </div>
      )}
    </Modal>
  );
}
