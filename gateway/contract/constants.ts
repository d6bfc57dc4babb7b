// Without schemas, so that a page without forms does not load zod.

export { MAX_LENGTH, MAX_UPLOAD_BYTES } from '@g2/terms/limits';
export { REMOVED_USER_NAME } from '@g2/terms/names';
export {
  CLIENT_PAGE_SIZE,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  PRIORITY_LIST_SIZE,
  STAFF_PAGE_SIZE,
  sortsBy,
} from '@g2/terms/pages';
export {
  ADMIN_CREDIT_DELTA_LIMIT,
  CREDIT_DELTA_LIMIT,
  CREDITS_PER_REGISTRATION,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
  FEE_CENTS,
  UPDATE_FEE_CENTS,
} from '@g2/terms/prices';
