/** A missing or wrong setting; the message is one line that names its variable. Waiting mends none. */
export class ConfigError extends Error {}
