import { limits } from '@boathouse/contract/limits';
import { TextInput } from '../../../../ui/field/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { customUrlAvailability } from '../api.ts';
import { problemOfCustomUrl } from '../club-draft.ts';
import styles from './custom-url-field.module.css';
import { useSettled } from './use-settled.ts';

type CustomUrlFieldProps = {
  customURL: string;
  /** The form's validation error. */
  problem: string | undefined;
  onChange: (customURL: string) => void;
};

/** Shows while typing whether the custom URL is available. Each response belongs to the text of its request. */
export function CustomUrlField({ customURL, problem, onChange }: CustomUrlFieldProps) {
  const settled = useSettled(customURL);
  const ownProblem = customURL === '' ? undefined : problemOfCustomUrl(customURL);
  const isAsked = customURL !== '' && ownProblem === null && settled === customURL;
  const { data: isAvailable } = useQuery({ ...customUrlAvailability(customURL), enabled: isAsked });
  const answer = isAsked ? isAvailable : undefined;
  return (
    <div className={answer === false ? styles.taken : undefined}>
      <TextInput
        label="Custom URL"
        name="customURL"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.customURLMax}
        value={customURL}
        error={ownProblem ?? problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={styles.below}>
        <p role="status" className={styles.availability} data-available={answer}>
          {answer !== undefined && `This club url is ${answer ? '' : 'not '}available`}
        </p>
        <p className={styles.address}>{`/clubs/${customURL}`}</p>
      </div>
    </div>
  );
}
