import { IconClock, IconMail, IconPhone } from '@tabler/icons-react';
import { useTexts } from '../../lib/language.ts';
import { mailto } from '../../lib/mailto.ts';
import { useSupport } from '../../lib/support.ts';
import classes from './support-line.module.css';

export const supportTexts = { label: 'Atendimento' } as const;

/** The company's support e-mail, phone number and hours; nothing if none are configured. */
export function SupportLine() {
  const texts = useTexts(supportTexts);
  const support = useSupport();
  if (support === null) return null;
  const { email, phone, hours } = support;
  return (
    <ul className={classes.line} aria-label={texts.label}>
      {email !== null && (
        <li>
          <IconMail size={16} aria-hidden />
          <a href={mailto(email)}>{email}</a>
        </li>
      )}
      {phone !== null && (
        <li>
          <IconPhone size={16} aria-hidden />
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </li>
      )}
      {hours !== null && (
        <li>
          <IconClock size={16} aria-hidden />
          <span lang="pt-BR">{hours}</span>
        </li>
      )}
    </ul>
  );
}
