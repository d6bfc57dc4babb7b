import { MAX_UPLOAD_BYTES } from '@g2/gateway/contract/common';
import { UPLOAD_MESSAGES } from '@g2/gateway/contract/registrations';

/** Title and text of why a file cannot be sent, or null when it can (spec §5). */
export function refusal(file: Pick<File, 'name' | 'size'> | null) {
  if (file === null) return UPLOAD_MESSAGES.missing;
  if (!file.name.toLowerCase().endsWith('.zip')) return UPLOAD_MESSAGES.wrongType;
  if (file.size === 0) return UPLOAD_MESSAGES.empty;
  return file.size > MAX_UPLOAD_BYTES ? UPLOAD_MESSAGES.tooLarge : null;
}
