/** Missing or wrong setting. The message is one line that names the variable. Retrying does not help. */
export class ConfigError extends Error {}
