import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

export type FrameProps = {
  /** Absent for a field with an `aria-label`. */
  label?: ReactNode;
  description?: ReactNode;
  /** The hint below the control; an error replaces it. */
  hint?: ReactNode;
  error?: ReactNode;
  /** Marks the label of a required field whose emptiness the form itself checks. */
  withAsterisk?: boolean;
};

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

type FieldFrameProps = FrameProps & {
  required: boolean;
  id: string | undefined;
  describedBy: string | undefined;
  children: (control: Control) => ReactNode;
};

/** The label above a control, its description, and its error below, which describes it to screen readers. */
export function FieldFrame({
  label,
  description,
  hint,
  error,
  withAsterisk,
  required,
  id: givenId,
  describedBy,
  children,
}: FieldFrameProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  const hasHint = hint !== undefined && !hasError;
  const describing = [
    describedBy,
    description === undefined ? undefined : `${id}-description`,
    hasHint ? `${id}-hint` : undefined,
    hasError ? `${id}-error` : undefined,
  ].filter((each) => each !== undefined);
  return (
    <div className={styles.field} data-error={hasError || undefined}>
      {label !== undefined && (
        <label htmlFor={id} className={styles.label}>
          {label}
          {(required || withAsterisk) && (
            <span className={styles.required} aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </label>
      )}
      {description !== undefined && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {children({
        id,
        'aria-invalid': hasError || undefined,
        'aria-describedby': describing.length === 0 ? undefined : describing.join(' '),
      })}
      {hasHint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {hasError && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Splits the properties of a field into those of its frame and those of its control. */
export function split<
  Props extends FrameProps & { id?: string | undefined; required?: boolean | undefined },
>({
  label,
  description,
  hint,
  error,
  withAsterisk = false,
  ...control
}: Props & { 'aria-describedby'?: string | undefined }) {
  return {
    control,
    frame: {
      label,
      description,
      hint,
      error,
      withAsterisk,
      required: control.required ?? false,
      id: control.id,
      describedBy: control['aria-describedby'],
    },
  };
}

export type TextInputProps = FrameProps & ComponentProps<'input'>;

export function TextInput(props: TextInputProps) {
  const { frame, control } = split(props);
  return (
    <FieldFrame {...frame}>
      {(given) => <input className={styles.input} {...control} {...given} />}
    </FieldFrame>
  );
}

export function Textarea(props: FrameProps & ComponentProps<'textarea'>) {
  const { frame, control } = split(props);
  return (
    <FieldFrame {...frame}>
      {(given) => <textarea className={styles.input} {...control} {...given} />}
    </FieldFrame>
  );
}

type Option = string | { value: string; label: string };
type NativeSelectProps = FrameProps &
  Omit<ComponentProps<'select'>, 'children'> & { data: readonly Option[] };

export function NativeSelect({ data, ...props }: NativeSelectProps) {
  const { frame, control } = split(props);
  return (
    <FieldFrame {...frame}>
      {(given) => (
        <span className={styles.select}>
          <select className={styles.input} {...control} {...given}>
            {data.map((option) => {
              const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {label}
                </option>
              );
            })}
          </select>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 6.5 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </span>
      )}
    </FieldFrame>
  );
}
