import type { ReactNode } from 'react';
import styles from './field-group.module.css';

type FieldGroupProps = { label: string; className: string | undefined; children: ReactNode };

/** Fields that are one choice, below one label like that of a single field. `className` lays them out. */
export function FieldGroup({ label, className, children }: FieldGroupProps) {
  return (
    <fieldset className={[styles.group, className].join(' ')}>
      <legend className={styles.label}>{label}</legend>
      {children}
    </fieldset>
  );
}
