import { useEffect, useState } from 'react';

const most = 500;

/** Every value that was ever among those given, sorted: choices stay there when a filter hides who has them. */
export function useKnownValues(values: readonly string[]): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => {
    setKnown(last => {
      const all = [...new Set([...last, ...values])].slice(0, most);
      return all.length === last.length ? last : all.toSorted((a, b) => a.localeCompare(b));
    });
  }, [values]);
  return known;
}
