import { NativeSelect, TextInput, type TextInputProps } from '../../../../ui/field/field.tsx';
import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { FieldGroup } from '../../../../ui/field-group.tsx';
import styles from './plan-editor.module.css';
import {
  emptyRow,
  errorsOfRow,
  rowsOf,
  textOf,
  type PlanRow,
  type PlanRowErrors,
  type RestUnit,
  type WorkUnit,
} from './plan-rows.ts';

type PlanEditorProps = {
  id: string;
  label: string;
  text: string;
  onChange: (text: string) => void;
};

const workUnits: { value: WorkUnit; label: string }[] = [
  { value: 'm', label: 'm' },
  { value: 'km', label: 'km' },
  { value: 'min', label: 'min' },
  { value: 's', label: 's' },
  { value: 'cal', label: 'cal' },
];
const restUnits: { value: RestUnit; label: string }[] = [
  { value: 'none', label: 'No rest' },
  { value: 'min', label: 'Minutes' },
  { value: 's', label: 'Seconds' },
  { value: 'undefined', label: 'Undefined' },
];
const efforts = [
  'easy',
  'steady',
  'hard',
  'max',
  'race pace',
  'warm up',
  'cool down',
  'UT2',
  'UT1',
  'AT',
  'TR',
  'AN',
];

/** The rows of the editor, and the text that they belong to. */
type State = { text: string; rows: readonly PlanRow[]; isRead: boolean };

function stateOf(text: string): State {
  const rows = rowsOf(text);
  return { text, rows: rows ?? [], isRead: rows !== null || text.trim() === '' };
}

/**
 * Edits the pieces of a text as rows and writes the text again. A text that is not read as a plan stays until a row is
 * complete.
 */
export function PlanEditor({ id, label, text, onChange }: PlanEditorProps) {
  const [state, setState] = useState(() => stateOf(text));
  const editorRef = useRef<HTMLDivElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const isAdded = useRef(false);
  // Typed in the text field while the editor is open.
  if (state.text !== text) setState(stateOf(text));

  const { rows, isRead } = state;
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const amounts = editorRef.current?.querySelectorAll<HTMLInputElement>('[data-amount]');
    amounts?.item(amounts.length - 1).focus();
  });
  const written = textOf(rows);
  const isUnread = !isRead && rows.length === 0;

  function change(next: readonly PlanRow[]) {
    const result = textOf(next);
    const nextText = 'text' in result ? result.text : text;
    setState({ ...state, text: nextText, rows: next });
    if (nextText !== text) onChange(nextText);
  }

  function add() {
    // Another piece is usually like the previous one.
    change([...rows, { ...(rows.at(-1) ?? emptyRow), count: '1', amount: '' }]);
    isAdded.current = true;
  }

  function remove(index: number) {
    change(rows.filter((_, other) => other !== index));
    addRef.current?.focus();
  }

  return (
    <div ref={editorRef} id={id} role="group" aria-label={label} className={styles.editor}>
      {isUnread && (
        <p className={styles.note}>
          The text is not read as a plan, so there are no rows. It stays until a row is complete.
        </p>
      )}
      {rows.map((row, index) => (
        <RowFields
          // Rows have no identity except their place.
          key={index}
          number={index + 1}
          row={row}
          onChange={(changed) => change(rows.map((other, at) => (at === index ? changed : other)))}
          onRemove={() => remove(index)}
        />
      ))}
      <p role="status" className={styles.refusal}>
        {'refusal' in written ? written.refusal : ''}
      </p>
      <div className={styles.actions}>
        <Button ref={addRef} onClick={add}>
          Add row
        </Button>
      </div>
    </div>
  );
}

/** Enter in a field of the editor does not submit the form around it. */
function keepForm(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}

type RowFieldsProps = {
  number: number;
  row: PlanRow;
  onChange: (row: PlanRow) => void;
  onRemove: () => void;
};

function RowFields({ number, row, onChange, onRemove }: RowFieldsProps) {
  const errors = errorsOfRow(row);
  const hasRestTime = row.restUnit === 'min' || row.restUnit === 's';
  const [isAiming, setIsAiming] = useState(false);
  const targetsId = useId();
  const field = (name: keyof PlanRow) => ({
    value: row[name],
    // An empty field is not wrong yet.
    error: row[name] === '' ? undefined : errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...row, [name]: event.currentTarget.value }),
    onKeyDown: keepForm,
  });
  return (
    <FieldGroup label={`Row ${number}`} className={styles.row}>
      <div className={styles.work}>
        <TextInput label="Times" inputMode="numeric" {...field('count')} />
        <TextInput label="Piece" data-amount {...field('amount')} />
        <NativeSelect
          label="Unit"
          data={workUnits}
          value={row.unit}
          onChange={(event) => onChange({ ...row, unit: chosen(workUnits, event.currentTarget.value) })}
        />
      </div>
      <div className={styles.rest}>
        <NativeSelect
          label="Rest"
          data={restUnits}
          value={row.restUnit}
          onChange={(event) => onChange({ ...row, restUnit: chosen(restUnits, event.currentTarget.value) })}
        />
        {hasRestTime && (
          <TextInput
            label={row.restUnit === 'min' ? 'Minutes of rest' : 'Seconds of rest'}
            {...field('rest')}
          />
        )}
      </div>
      <div className={styles.actions}>
        <Button
          look="quiet"
          aria-expanded={isAiming}
          aria-controls={targetsId}
          onClick={() => setIsAiming(!isAiming)}
        >
          {isAiming ? 'Close targets' : 'Targets'}
          <span className="visually-hidden"> of row {number}</span>
        </Button>
        <Button look="quiet" aria-label={`Remove row ${number}`} onClick={onRemove}>
          Remove row
        </Button>
      </div>
      {isAiming ? (
        <Targets id={targetsId} row={row} field={field} onChange={onChange} />
      ) : (
        <TargetSummary row={row} errors={errors} />
      )}
    </FieldGroup>
  );
}

/** The targets of a row while their fields are closed. */
function TargetSummary({ row, errors }: { row: PlanRow; errors: PlanRowErrors }) {
  const set = targetFields.filter(({ name }) => row[name] !== '');
  if (set.length === 0) return null;
  return (
    <p className={styles.note}>
      {set
        .map(({ name, label }) => `${label} ${row[name]}${errors[name] ? ` (${errors[name]})` : ''}`)
        .join(', ')}
    </p>
  );
}

/** The option with the value of a select that has these options. */
function chosen<Value extends string>(options: readonly { value: Value }[], value: string): Value {
  const option = options.find((each) => each.value === value);
  if (!option) throw new RangeError(`There is no option ${value}`);
  return option.value;
}

const targetFields = [
  { name: 'pace', label: 'Pace', placeholder: '2:05' },
  { name: 'strokeRate', label: 'Stroke rate', placeholder: '18-20' },
  { name: 'heartRate', label: 'Heart rate', placeholder: '140-150' },
  { name: 'power', label: 'Power (W)', placeholder: '200' },
  { name: 'intensity', label: 'Effort', placeholder: '' },
] as const;

type TargetsProps = {
  id: string;
  row: PlanRow;
  field: (name: keyof PlanRow) => TextInputProps;
  onChange: (row: PlanRow) => void;
};

function Targets({ id, row, field, onChange }: TargetsProps) {
  const options =
    row.intensity === '' || efforts.includes(row.intensity) ? efforts : [row.intensity, ...efforts];
  return (
    <div id={id} className={styles.targets}>
      {targetFields.map(({ name, label, placeholder }) =>
        name === 'intensity' ? (
          <NativeSelect
            key={name}
            label={label}
            data={[{ value: '', label: 'Any' }, ...options.map((value) => ({ value, label: value }))]}
            value={row.intensity}
            onChange={(event) => onChange({ ...row, intensity: event.currentTarget.value })}
          />
        ) : (
          <TextInput key={name} label={label} placeholder={placeholder} {...field(name)} />
        ),
      )}
    </div>
  );
}
