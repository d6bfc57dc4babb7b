/** A variable given as it is, or from a key of a Secret. */
export type Setting = { value: string } | { secret: string; key: string };

/** One program or job as an installation places it. */
export type Placed = {
  name: string;
  image: string;
  /** Folder the image is built of, where the installation builds it. */
  workspace: string | undefined;
  command: string[];
  env: Record<string, Setting>;
  /** Paths of files with secrets that its container sees. */
  files: string[];
  /** Ports let out of its container. */
  published: number[];
  probes: number[];
  /** Names of those it starts after. */
  waitsFor: string[];
};

export type Installation = {
  label: string;
  placed: Placed[];
  /** Ports that answer at a host name inside; null when there is no such host. */
  portsOf(host: string): number[] | null;
};
