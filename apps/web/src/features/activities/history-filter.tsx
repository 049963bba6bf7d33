import {
  activityComparators,
  activityFilterFields,
  type ActivityComparator,
  type ActivityFilterField,
} from '@boathouse/contract/activities';
import { NativeSelect, TextInput } from '../../ui/field/field.tsx';
import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './history-filter.module.css';
import { comparatorLabels, filterLabels, isFilterValue, type HistoryFilters } from './history-search.ts';

const noFilter = 'none';
const choices = [
  { value: noFilter, label: 'No filter' },
  ...activityComparators.map((value) => ({ value, label: comparatorLabels[value] })),
];

/** Comparator and number of one field; the number stays when the comparator is reset. */
type Draft = { comparator: ActivityComparator | null; value: string };
type Drafts = Record<ActivityFilterField, Draft>;

const draftsOf = ({ distance, elapsedTime }: HistoryFilters): Drafts => ({
  distance: distance ?? { comparator: null, value: '' },
  elapsedTime: elapsedTime ?? { comparator: null, value: '' },
});

const isSame = (one: HistoryFilters, other: HistoryFilters) =>
  activityFilterFields.every(
    (field) =>
      one[field]?.comparator === other[field]?.comparator && one[field]?.value === other[field]?.value,
  );

function problemOf({ comparator, value }: Draft): string | null {
  if (comparator === null) return null;
  if (value.trim() === '') return 'A number is required';
  return isFilterValue(value.trim()) ? null : 'Enter a number such as 2000';
}

function filterOf({ comparator, value }: Draft) {
  return comparator === null ? null : { comparator, value: value.trim() };
}

type HistoryFilterFormProps = { filters: HistoryFilters; onSearch: (filters: HistoryFilters) => void };

export function HistoryFilterForm({ filters, onSearch }: HistoryFilterFormProps) {
  const [inForce, setInForce] = useState(filters);
  const [drafts, setDrafts] = useState(() => draftsOf(filters));
  const [isChecked, setIsChecked] = useState(false);
  // Back and Forward also change the filters.
  if (!isSame(filters, inForce)) {
    setInForce(filters);
    setDrafts(draftsOf(filters));
    setIsChecked(false);
  }
  const formRef = useRef<HTMLFormElement>(null);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsChecked(true);
    const wrong = activityFilterFields.find((field) => problemOf(drafts[field]) !== null);
    if (wrong === undefined) {
      onSearch({ distance: filterOf(drafts.distance), elapsedTime: filterOf(drafts.elapsedTime) });
      return;
    }
    const input = formRef.current?.elements.namedItem(wrong);
    if (input instanceof HTMLElement) input.focus();
  }

  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={submit}>
      {activityFilterFields.map((field) => (
        <FieldFilter
          key={field}
          field={field}
          draft={drafts[field]}
          problem={isChecked ? problemOf(drafts[field]) : null}
          onChange={(draft) => setDrafts({ ...drafts, [field]: draft })}
        />
      ))}
      <Button type="submit" look="primary">
        Search
      </Button>
    </form>
  );
}

type FieldFilterProps = {
  field: ActivityFilterField;
  draft: Draft;
  problem: string | null;
  onChange: (draft: Draft) => void;
};

function FieldFilter({ field, draft, problem, onChange }: FieldFilterProps) {
  const label = filterLabels[field];
  return (
    <FieldGroup label={label} className={styles.field}>
      <NativeSelect
        aria-label={`${label}: comparator`}
        data={choices}
        value={draft.comparator ?? noFilter}
        onChange={(event) => {
          const comparator = activityComparators.find((known) => known === event.currentTarget.value);
          onChange({ ...draft, comparator: comparator ?? null });
        }}
      />
      <TextInput
        aria-label={`${label}: number`}
        name={field}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        disabled={draft.comparator === null}
        required={draft.comparator !== null}
        value={draft.value}
        error={problem}
        onChange={(event) => onChange({ ...draft, value: event.currentTarget.value })}
      />
    </FieldGroup>
  );
}
