/** The tabs of the panel, in the order shown (spec §2). */
export const ADMIN_TABS = ['overview', 'users', 'registrations', 'analytics', 'status', 'credits'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];
