import { Keyboard, LogOut } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useSession } from '../api/session.tsx';
import { IconButton } from '../components/button.tsx';
import styles from './layout.module.css';
import { Menu } from './menu.tsx';
import { type PageKey, pageKeys } from './page-keys.ts';
import { RepositoryName } from './repository-name.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useShortcutsSetting } from './shortcuts-setting.ts';
import { ThemeButton } from './theme-button.tsx';
import { Troubles } from './troubles.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** What stands around every page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const { hasToken, signOut } = useSession();
  const main = useRef<HTMLElement>(null);
  const [isOn, setIsOn] = useShortcutsSetting();
  const [shownKeys, setShownKeys] = useState<readonly PageKey[]>();
  const showHelp = useCallback(() => {
    if (main.current) setShownKeys(pageKeys(main.current));
  }, []);
  useShortcuts({ isOn, main, showHelp });
  useScrollRestoration();
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <header className={styles.side}>
        <div className={styles.brand}>
          Tracker
          <RepositoryName />
        </div>
        <Menu />
        <div className={styles.settings}>
          <ThemeButton />
          <IconButton label="Keyboard shortcuts" icon={Keyboard} onClick={showHelp} />
          {hasToken && <IconButton label="Forget the token" icon={LogOut} onClick={signOut} />}
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Troubles />
        {children}
      </main>
      {shownKeys && (
        <ShortcutsDialog
          pageKeys={shownKeys}
          isOn={isOn}
          onSwitch={setIsOn}
          onClose={() => setShownKeys(undefined)}
        />
      )}
    </div>
  );
}
