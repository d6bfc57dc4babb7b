import './texts.en.ts';

export { LandingPage } from './landing-page.tsx';
