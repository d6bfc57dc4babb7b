import { IconClock, IconMail, IconPhone } from '@tabler/icons-react';
import { useTexts } from '../../lib/language.ts';
import { mailto } from '../../lib/mailto.ts';
import { useSupport } from '../../lib/support.ts';

export const supportTexts = { label: 'Atendimento' } as const;

/** The company's support e-mail, phone number and hours. Renders nothing if none are configured. */
export function SupportLine() {
  const texts = useTexts(supportTexts);
  const support = useSupport();
  if (support === null) return null;
  const { email, phone, hours } = support;
  return (
    <ul className="g2-list flex flex-wrap gap-y-1 gap-x-5 text-sm" aria-label={texts.label}>
      {email !== null && <ContactLink Icon={IconMail} href={mailto(email)} text={email} />}
      {phone !== null && (
        <ContactLink Icon={IconPhone} href={`tel:${phone.replace(/[^\d+]/g, '')}`} text={phone} />
      )}
      {hours !== null && (
        <li className={ITEM_CLASSES}>
          <IconClock size={16} aria-hidden />
          <span lang="pt-BR">{hours}</span>
        </li>
      )}
    </ul>
  );
}

const ITEM_CLASSES = 'g2-inline min-h-7 wrap-anywhere';

interface ContactLinkProps {
  readonly Icon: typeof IconMail;
  readonly href: string;
  readonly text: string;
}

const ContactLink = ({ Icon, href, text }: ContactLinkProps) => (
  <li className={ITEM_CLASSES}>
    <Icon size={16} aria-hidden />
    <a className="g2-link-alone text-inherit underline-offset-3" href={href}>
      {text}
    </a>
  </li>
);
