import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

interface LinkButtonProps {
  readonly href: string;
  readonly kind?: 'primary' | 'plain';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A link that looks like a button, for it leads to something to do. */
export function LinkButton({ href, kind = 'plain', icon: Icon, children }: LinkButtonProps) {
  return (
    <Link href={href} className={`${styles.button} ${styles[kind]} ${styles.link}`}>
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </Link>
  );
}
