import { limits } from '@boathouse/contract/limits';
import { NativeSelect, TextInput } from '../../../ui/field/field.tsx';
import { formatWhole } from '../../../lib/format.ts';
import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { DistanceFilter } from './api.ts';
import styles from './distance-filter.module.css';
import { distanceOf } from './distance-filter-address.ts';

const comparators = [
  { value: 'less', label: 'Less than' },
  { value: 'greater', label: 'Greater than' },
];

function problemOf(text: string): string | null {
  if (text.trim() === '') return 'A distance is required';
  return distanceOf(text) === null
    ? `Enter a whole number from 0 to ${formatWhole(limits.distanceFilterCapM)}`
    : null;
}

type DistanceFilterFormProps = { filter: DistanceFilter; onFilter: (filter: DistanceFilter) => void };

/** The distance filter of the pace trend. */
export function DistanceFilterForm({ filter, onFilter }: DistanceFilterFormProps) {
  const [inForce, setInForce] = useState(filter);
  const [comparator, setComparator] = useState(filter.comparator);
  const [text, setText] = useState(`${filter.distanceM}`);
  const [problem, setProblem] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  // Back and Forward also change the filter.
  if (filter.comparator !== inForce.comparator || filter.distanceM !== inForce.distanceM) {
    setInForce(filter);
    setComparator(filter.comparator);
    setText(`${filter.distanceM}`);
    setProblem(null);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const distanceM = distanceOf(text);
    setProblem(problemOf(text));
    if (distanceM === null) inputRef.current?.focus();
    else onFilter({ comparator, distanceM });
  }

  return (
    <form className={styles.form} noValidate aria-label="Distance filter" onSubmit={submit}>
      <NativeSelect
        label="Distance"
        data={comparators}
        value={comparator}
        onChange={(event) => setComparator(event.currentTarget.value === 'greater' ? 'greater' : 'less')}
      />
      <TextInput
        ref={inputRef}
        label="Meters"
        name="distance"
        inputMode="numeric"
        autoComplete="off"
        required
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          // The problem updates while typing once it is shown.
          if (problem !== null) setProblem(problemOf(event.currentTarget.value));
        }}
      />
      <Button type="submit">Apply</Button>
    </form>
  );
}
