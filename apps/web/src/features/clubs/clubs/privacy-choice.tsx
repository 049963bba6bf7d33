import { ChoiceCards } from '../../../ui/choice/choice-cards.tsx';

const choices = [
  {
    value: 'public',
    label: 'Public',
    meaning: 'Anyone can join at once and see the recent sessions.',
  },
  {
    value: 'private',
    label: 'Invite-only',
    meaning: 'People ask to join and an admin accepts them. Only members see recent sessions.',
  },
] as const;

type PrivacyChoiceProps = { isPrivate: boolean; onChange: (isPrivate: boolean) => void };

export function PrivacyChoice({ isPrivate, onChange }: PrivacyChoiceProps) {
  return (
    <ChoiceCards
      label="Privacy"
      choices={choices}
      chosen={isPrivate ? 'private' : 'public'}
      onChoose={(value) => onChange(value === 'private')}
    />
  );
}
