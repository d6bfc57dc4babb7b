import type { Finding } from './layout-probe.js';

export function probePrint(): Finding[];
