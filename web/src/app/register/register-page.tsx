import { RegistrationPayment } from '../../features/payments/registration-payment.tsx';
import { WizardPage } from '../../features/wizard/wizard-page.tsx';

export const RegisterPage = () => <WizardPage Payment={RegistrationPayment} />;
