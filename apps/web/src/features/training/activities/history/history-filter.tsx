import type { Machine } from '@boathouse/contract/activities';
import {
  activityComparators,
  activityFilterFields,
  type ActivityComparator,
  type ActivityFilterField,
  type PastFilterTexts,
} from '@boathouse/contract/activities/history';
import { readDistance, readNumber, readSeconds } from '@boathouse/workout/typed';
import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { NativeSelect, TextInput } from '../../../../ui/field/field.tsx';
import { FieldGroup } from '../../../../ui/field-group.tsx';
import styles from './history-filter.module.css';
import { activeFilters, figureFilterOf, isValid, withFigureFilter } from './history-search.ts';
import { choices, comparatorLabels, filterLabels, type ChoiceName } from './history-words.ts';

const noFilter = 'none';
const comparators = [
  { value: noFilter, label: 'No filter' },
  ...activityComparators.map((value) => ({ value, label: comparatorLabels[value] })),
];

const days = { from: 'From', to: 'Until' } as const;
type DayName = keyof typeof days;
const dayNames = ['from', 'to'] as const satisfies readonly DayName[];

/** Comparator and number of one field; the number stays when the comparator is reset. */
type FigureDraft = { comparator: ActivityComparator | null; value: string };
type Drafts = { [Name in ChoiceName | DayName | 'tag']: string } & {
  [Field in ActivityFilterField]: FigureDraft;
};
type FieldName = keyof Drafts;

const figureDraftOf = (filters: PastFilterTexts, field: ActivityFilterField): FigureDraft =>
  figureFilterOf(filters, field) ?? { comparator: null, value: '' };

const draftsOf = (filters: PastFilterTexts): Drafts => ({
  kind: filters.kind ?? '',
  rowedIn: filters.rowedIn ?? '',
  machine: filters.machine ?? '',
  tag: filters.tag ?? '',
  from: filters.from ?? '',
  to: filters.to ?? '',
  distance: figureDraftOf(filters, 'distance'),
  elapsedTime: figureDraftOf(filters, 'elapsedTime'),
});

const isSame = (one: PastFilterTexts, other: PastFilterTexts) =>
  JSON.stringify(activeFilters(one)) === JSON.stringify(activeFilters(other));

const readers: Record<ActivityFilterField, { read: (text: string) => number | null; example: string }> = {
  distance: {
    read: (text) => readDistance(text).value ?? readNumber(text),
    example: 'Enter a number such as 2000',
  },
  elapsedTime: { read: readSeconds, example: 'Enter seconds, or a time such as 7:05.3' },
};

/** The number of a text in the form of the address; null for none. */
function numberOf(field: ActivityFilterField, text: string): string | null {
  const number = readers[field].read(text);
  return number !== null && isValid(`${field}[$eq]`, `${number}`) ? `${number}` : null;
}

function problemOfFigure(field: ActivityFilterField, { comparator, value }: FigureDraft): string | null {
  if (comparator === null) return null;
  if (value.trim() === '') return 'A number is required';
  return numberOf(field, value) === null ? readers[field].example : null;
}

function problemOfDay(drafts: Drafts, name: DayName): string | null {
  const { from, to } = drafts;
  if (drafts[name] !== '' && !isValid(name, drafts[name])) return 'Enter a date from 1900 on';
  return name === 'to' && from !== '' && to !== '' && to < from ? 'Must not be before the first day' : null;
}

function problemsOf(drafts: Drafts): Partial<Record<FieldName, string | null>> {
  return {
    from: problemOfDay(drafts, 'from'),
    to: problemOfDay(drafts, 'to'),
    distance: problemOfFigure('distance', drafts.distance),
    elapsedTime: problemOfFigure('elapsedTime', drafts.elapsedTime),
  };
}

/** Returns the filters of the drafts. An unchanged field keeps its filters; an address can have several. */
function filtersOf(drafts: Drafts, before: PastFilterTexts): PastFilterTexts {
  const { kind, rowedIn, machine, tag, from, to } = drafts;
  const chosen = Object.entries({ kind, rowedIn, machine, tag, from, to }).filter(
    ([, value]) => value !== '',
  );
  let filters: PastFilterTexts = Object.fromEntries(chosen);
  for (const field of activityFilterFields) {
    const { comparator, value } = drafts[field];
    const known = figureFilterOf(before, field);
    const isChanged = known?.comparator !== (comparator ?? undefined) || (known?.value ?? value) !== value;
    const kept = activeFilters(before).filter(([name]) => !isChanged && name.startsWith(field));
    const number = numberOf(field, value);
    filters = isChanged
      ? withFigureFilter(
          filters,
          field,
          comparator === null || number === null ? null : { comparator, value: number },
        )
      : { ...filters, ...Object.fromEntries(kept) };
  }
  return filters;
}

/** An address can have a tag that is no longer used, or in another case. */
const withChosen = (tags: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || tags.includes(chosen) ? tags : [...tags, chosen];

type HistoryFilterFormProps = {
  filters: PastFilterTexts;
  /** Those that occur. */
  machines: readonly Machine[];
  tags: readonly string[];
  onSearch: (filters: PastFilterTexts) => void;
};

export function HistoryFilterForm({ filters, machines, tags, onSearch }: HistoryFilterFormProps) {
  const [inForce, setInForce] = useState(filters);
  const [drafts, setDrafts] = useState(() => draftsOf(filters));
  const [isChecked, setIsChecked] = useState(false);
  // Back, Forward and the chips also change the filters.
  if (!isSame(filters, inForce)) {
    setInForce(filters);
    setDrafts(draftsOf(filters));
    setIsChecked(false);
  }
  const formRef = useRef<HTMLFormElement>(null);
  const problems = isChecked ? problemsOf(drafts) : {};
  const change = (changed: Partial<Drafts>) => setDrafts({ ...drafts, ...changed });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsChecked(true);
    const [wrong] = Object.entries(problemsOf(drafts)).find(([, problem]) => problem !== null) ?? [];
    if (wrong === undefined) return onSearch(filtersOf(drafts, filters));
    const input = formRef.current?.elements.namedItem(wrong);
    if (input instanceof HTMLElement) input.focus();
  }

  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.choices}>
        <ChoiceFilter name="kind" value={drafts.kind} onChange={(kind) => change({ kind })} />
        <ChoiceFilter name="rowedIn" value={drafts.rowedIn} onChange={(rowedIn) => change({ rowedIn })} />
        {(machines.length > 1 || drafts.machine !== '') && (
          <ChoiceFilter
            name="machine"
            among={machines}
            value={drafts.machine}
            onChange={(machine) => change({ machine })}
          />
        )}
        {(tags.length > 0 || drafts.tag !== '') && (
          <NativeSelect
            name="tag"
            label="Tag"
            data={[
              { value: '', label: 'No filter' },
              ...withChosen(tags, drafts.tag).map((tag) => ({ value: tag, label: tag })),
            ]}
            value={drafts.tag}
            onChange={(event) => change({ tag: event.currentTarget.value })}
          />
        )}
      </div>
      <div className={styles.bounds}>
        {dayNames.map((name) => (
          <TextInput
            key={name}
            type="date"
            name={name}
            label={days[name]}
            value={drafts[name]}
            error={problems[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
        {activityFilterFields.map((field) => (
          <FigureFilter
            key={field}
            field={field}
            draft={drafts[field]}
            problem={problems[field] ?? null}
            onChange={(draft) => change({ [field]: draft })}
          />
        ))}
        <Button type="submit" look="primary">
          Search
        </Button>
      </div>
    </form>
  );
}

type ChoiceFilterProps = {
  name: ChoiceName;
  /** Offers only these values, plus the selected one. */
  among?: readonly string[];
  value: string;
  onChange: (value: string) => void;
};

function ChoiceFilter({ name, among, value, onChange }: ChoiceFilterProps) {
  const {
    label,
    values,
    names,
  }: { label: string; values: readonly string[]; names: Record<string, string> } = choices[name];
  const shown = values.filter((each) => among === undefined || each === value || among.includes(each));
  return (
    <NativeSelect
      name={name}
      label={label}
      data={[
        { value: '', label: 'No filter' },
        ...shown.map((each) => ({ value: each, label: names[each] ?? each })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type FigureFilterProps = {
  field: ActivityFilterField;
  draft: FigureDraft;
  problem: string | null;
  onChange: (draft: FigureDraft) => void;
};

function FigureFilter({ field, draft, problem, onChange }: FigureFilterProps) {
  const label = filterLabels[field];
  return (
    <FieldGroup label={label} className={styles.field}>
      <NativeSelect
        aria-label={`${label}: comparator`}
        data={comparators}
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
