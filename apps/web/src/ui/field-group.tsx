import type { ReactNode } from 'react';
import styles from './field-group.module.css';

type FieldGroupProps = { label: string; className: string | undefined; children: ReactNode };

/** Groups fields that form one value below one label. `className` sets their layout. */
export function FieldGroup({ label, className, children }: FieldGroupProps) {
  return (
    <fieldset className={[styles.group, className].join(' ')}>
      <legend className={styles.label}>{label}</legend>
      {children}
    </fieldset>
  );
}
