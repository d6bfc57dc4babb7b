/** argon2id with 19 MiB and two passes (docs/architecture.md): about 14 ms of one core. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// PHC string format: $argon2id$v=19$m=19456,t=2,p=1$salt$hash
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

export function isOutdated(stored: string): boolean {
  const [, memory, time, lanes] = PHC.exec(stored) ?? [];
  const { memoryCost, timeCost, parallelism } = HASH_COST;
  return Number(memory) !== memoryCost || Number(time) !== timeCost || Number(lanes) !== parallelism;
}
