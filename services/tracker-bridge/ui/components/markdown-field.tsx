import { type KeyboardEvent, useId, useState } from 'react';
import { TextAreaField } from './field.tsx';
import { Markdown } from './markdown.tsx';
import styles from './markdown-field.module.css';

interface MarkdownFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | undefined;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A text in Markdown, and how it will look. */
export function MarkdownField({ label, value, ...rest }: MarkdownFieldProps) {
  const [isPreview, setIsPreview] = useState(false);
  const id = useId();
  return (
    <div className={styles.field}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={isPreview}
        onClick={() => setIsPreview(!isPreview)}
      >
        Preview
      </button>
      {isPreview ? (
        <section aria-labelledby={id}>
          <p id={id} className={styles.label}>
            {label}
          </p>
          <div className={styles.preview}>
            {value.trim() === '' ? <p>Nothing to preview yet.</p> : <Markdown text={value} />}
          </div>
        </section>
      ) : (
        <TextAreaField hint="Markdown" {...rest} label={label} value={value} />
      )}
    </div>
  );
}
