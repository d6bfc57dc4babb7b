/** Tested releases, from the oldest supported one. The sources of each contain its OpenAPI schemas. */
export const KUBERNETES = {
  '1.29': 'v1.29.6',
  '1.30': 'v1.30.14',
  '1.31': 'v1.31.14',
  '1.32': 'v1.32.13',
  '1.33': 'v1.33.13',
  '1.34': 'v1.34.4',
  '1.35': 'v1.35.4',
} as const;
export type SchemaVersion = keyof typeof KUBERNETES;
export const schemaVersions: SchemaVersion[] = ['1.29', '1.30', '1.31', '1.32', '1.33', '1.34', '1.35'];
