import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import styles from './field.module.css';

interface FieldTexts {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly fault?: string | undefined;
}

interface Control {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps extends FieldTexts {
  readonly children: (control: Control) => ReactNode;
}

/** A labelled control with its hint and what is wrong with it, tied together for screen readers. */
export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const notes = [hint && `${id}-hint`, fault && `${id}-fault`].filter(note => note !== undefined);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': fault === undefined ? undefined : true,
        'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

interface Valued {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type TextFieldProps = FieldTexts &
  Valued &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'className' | 'id'>;

export function TextField({ label, hint, fault, value, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} fault={fault} {...(hint === undefined ? {} : { hint })}>
      {control => (
        <input
          {...rest}
          {...control}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldTexts &
  Valued &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange' | 'className' | 'id'>;

export function TextAreaField({
  label,
  hint,
  fault,
  value,
  onChange,
  ...rest
}: TextAreaFieldProps) {
  return (
    <Field label={label} fault={fault} {...(hint === undefined ? {} : { hint })}>
      {control => (
        <textarea
          rows={8}
          {...rest}
          {...control}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

type SelectFieldProps = FieldTexts &
  Valued & { readonly choices: readonly Choice[]; readonly required?: boolean };

export function SelectField({
  label,
  hint,
  fault,
  value,
  onChange,
  choices,
  required,
}: SelectFieldProps) {
  return (
    <Field label={label} fault={fault} {...(hint === undefined ? {} : { hint })}>
      {control => (
        <select
          {...control}
          required={required}
          value={value}
          onChange={event => onChange(event.target.value)}
        >
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
