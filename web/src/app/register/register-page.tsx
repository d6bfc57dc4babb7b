import { RegistrationPayment } from '../../features/payments/registration-payment.tsx';
import { WizardPage } from '../../features/wizard/wizard-page.tsx';

/** The wizard, and what its last screen is paid with. */
export const RegisterPage = () => <WizardPage Payment={RegistrationPayment} />;
