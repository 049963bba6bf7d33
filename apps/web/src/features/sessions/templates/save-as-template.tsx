import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SaveTemplateDialog } from './lazy-save-template.tsx';

type SaveAsTemplateProps = {
  /** The workout's text; without one nothing can be stored. */
  workout: string;
  /** The title to begin with. */
  title: string;
};

/** Stores a rowed workout for the next session. */
export function SaveAsTemplate({ workout, title }: SaveAsTemplateProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (workout === '') return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Save as template</Button>
      {isOpen && <SaveTemplateDialog title={title} items={[workout]} onClose={() => setIsOpen(false)} />}
    </>
  );
}
