import type { CategorySex } from '@boathouse/contract/racing/categories';
import type { OwnFigures } from '@boathouse/contract/racing/tests';
import { useState } from 'react';
import { refusalOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { NativeSelect, TextInput } from '../../../ui/field/field.tsx';
import { useSetOwn } from './api.ts';
import styles from './tests.module.css';

type OwnFiguresDialogProps = {
  ofTest: { clubId: string; testId: string };
  own: OwnFigures;
  onClose: () => void;
};

/** Asks for the viewer's weight and category, and explains who sees the figures computed from them. */
export function OwnFiguresDialog({ ofTest, own, onClose }: OwnFiguresDialogProps) {
  const save = useSetOwn(ofTest);
  const [weight, setWeight] = useState(own.weightKg === null ? '' : String(own.weightKg));
  const [sex, setSex] = useState<CategorySex | ''>(own.sex ?? '');
  const [year, setYear] = useState(own.birthYear === null ? '' : String(own.birthYear));
  const [problems, setProblems] = useState<{ weight?: string; year?: string }>({});
  const submit = () => {
    const typed = weight.trim().replace(',', '.');
    const found = {
      ...(/^(\d{2,3}(\.\d)?)?$/.test(typed) ? {} : { weight: 'Kilograms with one decimal at most' }),
      ...(/^(\d{4})?$/.test(year.trim()) ? {} : { year: 'A year of four digits' }),
    };
    setProblems(found);
    if (save.isPending || Object.keys(found).length > 0) return;
    const figures = {
      weightKg: typed === '' ? null : Number(typed),
      sex: sex === '' ? null : sex,
      birthYear: year.trim() === '' ? null : Number(year),
    };
    save.mutate(figures, { onSuccess: onClose });
  };
  return (
    <Dialog title="Your weight and category" width="narrow" onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label="Weight for this test, in kg"
          inputMode="decimal"
          autoComplete="off"
          value={weight}
          error={problems.weight}
          description="Members see your watts per kg and your adjusted result, from which your weight can be worked out."
          onChange={(event) => setWeight(event.currentTarget.value)}
        />
        <NativeSelect
          label="Category"
          data={[
            { value: '', label: 'None' },
            { value: 'female', label: 'Women' },
            { value: 'male', label: 'Men' },
          ]}
          value={sex}
          onChange={({ currentTarget: { value } }) =>
            setSex(value === 'female' || value === 'male' ? value : '')
          }
        />
        <TextInput
          label="Year of birth"
          inputMode="numeric"
          autoComplete="off"
          value={year}
          error={problems.year}
          description="Members see your category and age group in the tests and records of your clubs, not the year."
          onChange={(event) => setYear(event.currentTarget.value)}
        />
        <p className={styles.note}>All are optional. Empty a field to delete what you gave.</p>
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
