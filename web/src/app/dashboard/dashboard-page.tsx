import '../../ui/mantine-forms.ts';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconMessageCircle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { BalanceCard } from '../../features/credits/balance-card.tsx';
import { BuyCreditsDialog } from '../../features/credits/buy-credits-dialog.tsx';
import { PaymentModal } from '../../features/payments/payment-modal.tsx';
import { DetailsModal } from '../../features/registrations/details-modal.tsx';
import { PriorityBlock } from '../../features/registrations/priority-block.tsx';
import { RegistrationGrid } from '../../features/registrations/registration-grid.tsx';
import { StatCards } from '../../features/registrations/stat-cards.tsx';
import { useUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import classes from './dashboard.module.css';
import { texts } from './texts.ts';
import { usePayLink } from './use-pay-link.ts';
import { usePaymentReturn } from './use-payment-return.ts';

/** The client's home (spec §2, "Client dashboard"). Also where the card provider sends the payer back. */
export function DashboardPage() {
  const user = useUser();
  const [paying, setPaying] = useState<Registration | null>(null);
  const [detailed, setDetailed] = useState<Registration | null>(null);
  const [buying, setBuying] = useState(false);
  usePaymentReturn();
  usePayLink(setPaying);
  if (!user) return null;

  const pay = (registration: Registration) => {
    setDetailed(null);
    setPaying(registration);
  };
  return (
    <Page
      title={texts.welcome(user.firstName || user.email || texts.someone)}
      tabTitle={texts.tab}
      lead={texts.lead}
      action={
        <Button component={Link} to="/register" leftSection={<IconPlus size={18} aria-hidden />}>
          {texts.register}
        </Button>
      }
    >
      <StatCards />
      <BalanceCard balance={user.credits} onBuy={() => setBuying(true)} />
      <PriorityBlock onPay={pay} onDetails={setDetailed} />
      <RegistrationGrid onPay={pay} onDetails={setDetailed} />
      <Contact />
      <DetailsModal registration={detailed} onClose={() => setDetailed(null)} onPay={pay} />
      <PaymentModal registration={paying} onClose={() => setPaying(null)} />
      <BuyCreditsDialog opened={buying} onClose={() => setBuying(false)} />
    </Page>
  );
}

function Contact() {
  const t = texts.contact;
  return (
    <div className={classes.contact}>
      <p>{t.question}</p>
      <div className={classes.contactActions}>
        <Button component={Link} to="/help" target="_blank" rel="noopener" variant="subtle" size="sm">
          {t.help}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconMessageCircle size={17} aria-hidden />}
          onClick={() => notify.success(t.title, t.text)}
        >
          {t.button}
        </Button>
      </div>
    </div>
  );
}
