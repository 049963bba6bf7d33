import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';
/** `touch` is at least 64 px high, for a moving seat. */
type ButtonSize = 'normal' | 'touch';

/** Class name for links that look like buttons. */
export function buttonClass(look: ButtonLook = 'plain', size: ButtonSize = 'normal'): string {
  return [styles.button, styles[look], styles[size]].filter(Boolean).join(' ');
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  ref?: Ref<HTMLButtonElement>;
  look?: ButtonLook;
  size?: ButtonSize;
  /** Shows a busy state and ignores clicks in it, without losing the focus. */
  isBusy?: boolean;
};

export function Button({
  look = 'plain',
  size = 'normal',
  isBusy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, size)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.label}>{children}</span>
      {isBusy && <span className={styles.working} aria-hidden="true" />}
    </button>
  );
}
