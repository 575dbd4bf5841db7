import type { ReactNode } from 'react';
import styles from './filter-select.module.css';

interface FilterSelectProps {
  /** What it chooses, for screen readers: the chosen option says it to the eye. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether it lets through less than everything. */
  readonly isSet?: boolean;
  /** Its options. */
  readonly children: ReactNode;
}

/** One question to a list, beside others in a bar. */
export function FilterSelect({
  label,
  value,
  onChange,
  isSet = false,
  children,
}: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      className={styles.select}
      data-set={isSet || undefined}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {children}
    </select>
  );
}
