import styles from './output-text.module.css';

/** Characters a page lays out without effort. */
const mostShown = 100_000;

/** What a program printed, its first part where it is huge. */
export function OutputText({ text, name }: { readonly text: string; readonly name: string }) {
  const isCut = text.length > mostShown;
  return (
    <>
      {isCut && (
        <p className={styles.cut}>
          {`The first ${mostShown.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters are shown; copying and downloading take all.`}
        </p>
      )}
      {/* A field, so that it is reached, scrolled and selected by keyboard. */}
      <textarea
        readOnly
        className={styles.text}
        aria-label={name}
        value={isCut ? text.slice(0, mostShown) : text}
      />
    </>
  );
}
