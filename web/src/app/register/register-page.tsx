import { PaymentModal } from '../../features/payments/payment-modal.tsx';
import { WizardPage } from '../../features/wizard/wizard-page.tsx';

/** The wizard, and what its last screen is paid with. */
export const RegisterPage = () => <WizardPage Payment={PaymentModal} />;
