/**
 * Longest reason somebody gives for what they do, UTF-16 code units: of a change of status as of a change of credits. The
 * forms, the gateway's schemas and every service read it here.
 */
export const REASON_MAX_LENGTH = 1_000;
