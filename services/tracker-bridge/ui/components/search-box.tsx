import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './search-box.module.css';

/** Milliseconds without a keystroke after which is searched. */
const typingPause = 300;
const longest = 200;

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Tells what is searched for once the typing pauses, or at once with Enter. */
export function SearchBox({ label, placeholder = label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onChange);
  // Other filters may change while the typing pauses: the call then is the one of that time.
  useEffect(() => {
    tell.current = onChange;
  });
  // Going back or clearing the filters forgets what was only typed.
  useEffect(() => {
    setText(value);
    return () => clearTimeout(timer.current);
  }, [value]);
  const search = (sought: string, pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell.current(sought), pause);
  };
  return (
    <label className={styles.box}>
      <Search aria-hidden size={16} />
      <input
        type="search"
        aria-keyshortcuts="/"
        aria-label={label}
        placeholder={placeholder}
        maxLength={longest}
        value={text}
        onChange={event => {
          setText(event.target.value);
          search(event.target.value, typingPause);
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) search(text, 0);
        }}
      />
    </label>
  );
}
