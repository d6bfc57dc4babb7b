/** Where whoever has no account begins (features/session/auth-page.tsx). */
export const SIGN_UP = '/auth?conta=nova';
