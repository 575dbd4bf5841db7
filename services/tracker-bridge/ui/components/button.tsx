import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly icon?: LucideIcon;
  /** While it is true the button takes no click, and says so. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export function Button({
  kind = 'plain',
  icon: Icon,
  isBusy = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[kind]}`}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </button>
  );
}

interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  readonly label: string;
  readonly icon: LucideIcon;
}

export function IconButton({ label, icon: Icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={styles.icon} aria-label={label} title={label}>
      <Icon aria-hidden size={18} />
    </button>
  );
}
