export type Setting = { value: string } | { secret: string; key: string };

export type DeployedProgram = {
  name: string;
  image: string;
  /** Workspace folder from which the image is built; undefined for a prebuilt image. */
  workspace: string | undefined;
  command: string[];
  env: Record<string, Setting>;
  files: string[];
  published: number[];
  probes: number[];
  waitsFor: string[];
};

export type Installation = {
  label: string;
  placed: DeployedProgram[];
  /** Listening ports of an internal host name; null for an unknown host. */
  portsOf(host: string): number[] | null;
};
