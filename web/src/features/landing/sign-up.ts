/** Path of the sign-up form (features/session/auth-page.tsx). */
export const SIGN_UP_PATH = '/auth?conta=nova';
