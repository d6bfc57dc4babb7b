import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Acts once on a parameter of the address and takes it out, with those that came along (`others`): neither reload nor
 * the browser's history acts again. `act`, which gets the others' values as well, must be stable.
 */
export function useAddressWord(
  name: string,
  others: readonly string[],
  act: (value: string, along: URLSearchParams) => void,
): void {
  const [params, setParams] = useSearchParams();
  const value = params.get(name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: params, setParams and others are new on every render and say the same.
  useEffect(() => {
    if (value === null) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const gone of [name, ...others]) next.delete(gone);
        return next;
      },
      { replace: true },
    );
    act(value, params);
  }, [name, value, act]);
}
