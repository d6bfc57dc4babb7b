import '../../lib/format.en.ts';
import '../../ui/texts.en.ts';
import './texts.en.ts';

export { NumberPage } from './number-page.tsx';
export { VerifyPage } from './verify-page.tsx';
