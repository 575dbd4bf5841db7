import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import styles from './notices.module.css';

/** Milliseconds that anybody may take, and those for each letter more. */
const shownFor = 5_000;
const perLetter = 60;

interface Notice {
  readonly key: number;
  readonly text: string;
}

const NoticesContext = createContext<(text: string) => void>(() => {});

/** Shows what was done for as long as it takes to read, longer while it is pointed at; screen readers say it. */
export function NoticesProvider({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const tell = useCallback(
    (text: string) => setNotice(last => ({ key: (last?.key ?? 0) + 1, text })),
    [],
  );
  const dismiss = () => {
    setNotice(null);
    setIsHeld(false);
  };
  useEffect(() => {
    if (notice === null || isHeld) return;
    const timer = setTimeout(() => setNotice(null), shownFor + perLetter * notice.text.length);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return (
    <NoticesContext value={tell}>
      {children}
      <div role="status" className={styles.notices}>
        {notice && (
          <div
            key={notice.key}
            className={styles.notice}
            onPointerEnter={() => setIsHeld(true)}
            onPointerLeave={() => setIsHeld(false)}
          >
            <p>{notice.text}</p>
            <button type="button" aria-label="Dismiss" onClick={dismiss}>
              <X aria-hidden size={16} />
            </button>
          </div>
        )}
      </div>
    </NoticesContext>
  );
}

export const useNotice = (): ((text: string) => void) => useContext(NoticesContext);
