import { TemplatesDialog } from '../../templates/index.ts';
import { filledItems, hasFreeItem, withTemplate, type NewWorkout } from './new-workout.ts';

type FormTemplatesProps = {
  workout: NewWorkout;
  onChange: (part: Partial<NewWorkout>) => void;
  onClose: () => void;
};

/** The templates to fill a session's form with, and to keep its workout items in. */
export function FormTemplates({ workout, onChange, onClose }: FormTemplatesProps) {
  return (
    <TemplatesDialog
      title={workout.title}
      items={[...new Set(filledItems(workout.items))].filter((item) => item !== '')}
      isFull={!hasFreeItem(workout)}
      onUse={(template) => {
        onChange(withTemplate(workout, template));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
