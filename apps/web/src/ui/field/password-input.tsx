import { useState, type ComponentProps } from 'react';
import { FieldFrame, split, type FrameProps } from './field.tsx';
import styles from './field.module.css';

export function PasswordInput(props: FrameProps & Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  const { frame, control } = split(props);
  return (
    <FieldFrame {...frame}>
      {(given) => (
        <span className={styles.password}>
          <input className={styles.input} {...control} {...given} type={isShown ? 'text' : 'password'} />
          <button
            type="button"
            className={styles.toggle}
            aria-label="Show password"
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
                <path d="M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10Z" />
                <circle cx="10" cy="10" r="2.5" />
                {isShown && <path d="m3.5 16.5 13-13" />}
              </g>
            </svg>
          </button>
        </span>
      )}
    </FieldFrame>
  );
}
