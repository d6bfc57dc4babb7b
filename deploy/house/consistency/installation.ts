/** A variable's literal value, or a key of a Secret. */
export type Setting = { value: string } | { secret: string; key: string };

export type Placed = {
  name: string;
  image: string;
  /** Folder from which the image is built; undefined for a ready image. */
  workspace: string | undefined;
  command: string[];
  env: Record<string, Setting>;
  /** Paths of secret files in the container. */
  files: string[];
  /** Ports published by the container. */
  published: number[];
  probes: number[];
  /** Names of the parts it starts after. */
  waitsFor: string[];
};

export type Installation = {
  label: string;
  placed: Placed[];
  /** Listening ports of an internal host name; null for an unknown host. */
  portsOf(host: string): number[] | null;
};
