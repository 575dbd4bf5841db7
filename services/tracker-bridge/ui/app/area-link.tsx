import { Link, useLocation } from 'wouter';
import styles from './area-link.module.css';
import type { Area } from './areas.ts';

interface AreaLinkProps {
  readonly area: Area;
  readonly onClick?: () => void;
}

export function AreaLink({ area: { name, path, icon: Icon }, ...rest }: AreaLinkProps) {
  const [location] = useLocation();
  return (
    <Link
      {...rest}
      href={path}
      className={styles.area}
      aria-current={isWithin(location, path) ? 'page' : undefined}
    >
      <Icon aria-hidden size={18} />
      <span>{name}</span>
    </Link>
  );
}

export const isWithin = (location: string, path: string): boolean =>
  location === path || (path !== '/' && location.startsWith(`${path}/`));
