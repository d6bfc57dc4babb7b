export interface Finding {
  readonly rule: string;
  readonly selector: string;
  readonly detail: string;
}

export function probeLayout(): Finding[];
