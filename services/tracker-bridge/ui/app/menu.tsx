import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../components/dialog.tsx';
import { AreaLink, isWithin } from './area-link.tsx';
import { areas } from './areas.ts';
import styles from './menu.module.css';

/** The way to every area: a column; on a phone a bar along the bottom, which has room for the first few. */
export function Menu() {
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const closeMore = () => setIsMoreOpen(false);
  return (
    <nav aria-label="Areas" className={styles.menu}>
      <ul>
        {areas.map(area => (
          <li key={area.path} className={area.isInBar ? undefined : styles.inMore}>
            <AreaLink area={area} />
          </li>
        ))}
        <li className={styles.more}>
          <MoreButton onClick={() => setIsMoreOpen(true)} />
        </li>
      </ul>
      {isMoreOpen && (
        <Dialog title="More" onClose={closeMore}>
          <ul>
            {behindMore.map(area => (
              <li key={area.path}>
                <AreaLink area={area} onClick={closeMore} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </nav>
  );
}

const behindMore = areas.filter(({ isInBar }) => !isInBar);

function MoreButton({ onClick }: { readonly onClick: () => void }) {
  const [location] = useLocation();
  const isCurrent = behindMore.some(({ path }) => isWithin(location, path));
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-current={isCurrent || undefined}
      onClick={onClick}
    >
      <Ellipsis aria-hidden size={18} />
      <span>More</span>
    </button>
  );
}
