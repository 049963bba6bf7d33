import { machineNames, machines, MachineSchema, type Machine } from '@boathouse/contract/activities/machine';
import type { CategorySex } from '@boathouse/contract/racing/categories';
import type { RecordsOfCategory } from '@boathouse/contract/racing/records';
import type { Piece } from '@boathouse/contract/racing/pieces';
import { ageGroupName, ageGroups } from '@boathouse/racing/age-groups';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { refusalOf } from '../../../lib/api.ts';
import { formatFullDay, todayIn, viewerTimeZone } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { NativeSelect, TextInput } from '../../../ui/field/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Empty, Loading, Unavailable } from '../../../ui/states.tsx';
import { figureCell, Table } from '../../../ui/table.tsx';
import { isAdmin, useClub } from '../../clubs/clubs/index.ts';
import { recordsOf, sheets, useRemoveRecord, useSaveRecord, useSaveSheet } from './api.ts';
import { pieceName, rankedChoices, readScore, scoreText } from './pieces.ts';
import styles from './tests.module.css';

const twoK: Piece = { kind: 'distance', amount: 2_000 };

/** The records of a club, by category. */
export function RecordsPage() {
  const { club, membership } = useClub();
  const [key, setKey] = useState('2k');
  const [machine, setMachine] = useState<Machine>('rower');
  const [isNew, setIsNew] = useState(false);
  const sheet = useSaveSheet();
  const piece = rankedChoices.find((choice) => choice.key === key)?.piece ?? twoK;
  const { data, isError, refetch } = useQuery(recordsOf(club._id, { piece, machine }));
  const isManager = isAdmin(membership?.role ?? null);
  return (
    <Panel
      title="Records"
      aside={isManager && <Button onClick={() => setIsNew(true)}>Add a record by hand</Button>}
    >
      <div className={styles.content}>
        <div className={styles.filters}>
          <NativeSelect
            label="Piece"
            data={rankedChoices.map((choice) => ({ value: choice.key, label: choice.name }))}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <NativeSelect
            label="Machine"
            data={machines
              .filter((each) => each !== 'otherrower')
              .map((each) => ({ value: each, label: machineNames[each] }))}
            value={machine}
            onChange={(event) => setMachine(MachineSchema.parse(event.currentTarget.value))}
          />
        </div>
        {data === undefined && isError && (
          <Unavailable onRetry={() => void refetch()}>The records couldn't be loaded.</Unavailable>
        )}
        {data === undefined && !isError && <Loading label="Loading the records" lines={5} />}
        {data?.length === 0 && (
          <Empty>
            <p>
              No record over {pieceName(piece)} yet. The first result of a member is one, if it is of a
              session of the club or on their profile.
            </p>
          </Empty>
        )}
        {data?.map((category) => (
          <Category key={`${category.sex} ${category.ageGroup}`} {...{ category, piece, isManager }} />
        ))}
        <div className={styles.actions}>
          <Button
            isBusy={sheet.isPending}
            onClick={() => sheet.mutate(() => sheets.records(club._id, machine))}
          >
            Save all pieces as CSV
          </Button>
        </div>
      </div>
      {isNew && <RecordDialog {...{ piece, machine }} onClose={() => setIsNew(false)} />}
    </Panel>
  );
}

const sexNames = { female: 'Women', male: 'Men' } as const;

function categoryName({ sex, ageGroup }: Pick<RecordsOfCategory, 'sex' | 'ageGroup'>): string {
  if (sex === null) return 'Club record';
  return ageGroup === null ? sexNames[sex] : `${sexNames[sex]} ${ageGroupName(ageGroup)}`;
}

type CategoryProps = { category: RecordsOfCategory; piece: Piece; isManager: boolean };

function Category({ category, piece, isManager }: CategoryProps) {
  const { club } = useClub();
  const remove = useRemoveRecord(club._id);
  const name = categoryName(category);
  return (
    <section aria-label={name} className={styles.category}>
      <h3>{name}</h3>
      <Table caption={`${name}, the newest first`}>
        <tbody>
          {category.records.map((record) => (
            <tr
              key={record.activity ?? record.byHand}
              data-former={record.score !== category.records[0]?.score}
            >
              <td className={figureCell}>
                {record.activity === null ? (
                  scoreText(piece.kind, record.score)
                ) : (
                  <Link to={`/activities/${record.activity}`}>{scoreText(piece.kind, record.score)}</Link>
                )}
              </td>
              <th scope="row">{record.holder}</th>
              <td>{formatFullDay(Temporal.PlainDate.from(record.day))}</td>
              <td>
                {[record.isEqual ? 'equal' : null, record.byHand === null ? null : 'by hand', record.note]
                  .filter(Boolean)
                  .join(', ')}
              </td>
              <td>
                {isManager && record.byHand !== null && (
                  <Button
                    look="quiet"
                    isBusy={remove.isPending}
                    onClick={() => record.byHand !== null && remove.mutate(record.byHand)}
                  >
                    Delete
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

type RecordDialogProps = { piece: Piece; machine: Machine; onClose: () => void };

function RecordDialog({ piece, machine, onClose }: RecordDialogProps) {
  const { club } = useClub();
  const save = useSaveRecord(club._id);
  const [draft, setDraft] = useState({
    score: '',
    holder: '',
    day: todayIn(viewerTimeZone()).toString(),
    sex: '',
    ageGroup: '',
    note: '',
  });
  const [problems, setProblems] = useState<Partial<Record<keyof typeof draft, string>>>({});
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  });
  const submit = () => {
    const score = readScore(piece.kind, draft.score);
    const found = {
      ...(score === null
        ? { score: piece.kind === 'distance' ? 'A time such as 6:45.2' : 'Whole meters' }
        : {}),
      ...(draft.holder.trim() === '' ? { holder: 'Name is required' } : {}),
      ...(draft.day === '' ? { day: 'Day is required' } : {}),
    };
    setProblems(found);
    if (save.isPending || score === null || Object.keys(found).length > 0) return;
    const sex: CategorySex | null = draft.sex === 'female' || draft.sex === 'male' ? draft.sex : null;
    const { holder, day, note } = draft;
    const ageGroup = sex === null || draft.ageGroup === '' ? null : Number(draft.ageGroup);
    save.mutate({ piece, machine, score, sex, ageGroup, holder, day, note }, { onSuccess: onClose });
  };
  return (
    <Dialog title={`Add a record over ${pieceName(piece)}`} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.row}>
          <TextInput
            label={piece.kind === 'distance' ? 'Time' : 'Meters'}
            required
            placeholder={piece.kind === 'distance' ? '6:45.2' : '8512'}
            {...field('score')}
          />
          <TextInput label="Day" type="date" required {...field('day')} />
        </div>
        <TextInput label="Holder" required maxLength={80} {...field('holder')} />
        <div className={styles.row}>
          <NativeSelect
            label="Category"
            data={[
              { value: '', label: 'None' },
              { value: 'female', label: sexNames.female },
              { value: 'male', label: sexNames.male },
            ]}
            {...field('sex')}
          />
          {draft.sex !== '' && (
            <NativeSelect
              label="Age group"
              data={[
                { value: '', label: 'None' },
                ...ageGroups.map((from) => ({ value: String(from), label: ageGroupName(from) })),
              ]}
              {...field('ageGroup')}
            />
          )}
        </div>
        <TextInput label="Note" maxLength={200} {...field('note')} />
        {save.error !== null && <p role="alert">{refusalOf(save.error)}</p>}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
