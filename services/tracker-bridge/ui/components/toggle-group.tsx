import styles from './toggle-group.module.css';

interface ToggleGroupProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}

/** Any of some values; of none, all. */
export function ToggleGroup<T extends string>(props: ToggleGroupProps<T>) {
  const { label, values, names, chosen, onChange } = props;
  const toggle = (value: T) =>
    onChange(values.filter(one => chosen.includes(one) !== (one === value)));
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {values.map(value => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          {names[value]}
        </button>
      ))}
    </fieldset>
  );
}
