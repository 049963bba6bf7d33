import { useEffect, useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Banner } from '../../../ui/profile/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ImagePicker } from '../../people/files/index.ts';
import styles from './club-form.module.css';

type ClubImageProps = {
  what: 'icon' | 'banner';
  /** The chosen file, not stored yet. */
  file: File | null;
  /** The current image, shown without a chosen file; null shows the placeholder. */
  storedURL: string | null;
  /** The name whose initials replace a missing icon, and are drawn as an icon. */
  clubName?: string;
  isRequired?: boolean;
  problem?: string | undefined;
  onChoose: (file: File) => void;
};

/** The field of an icon or banner: previews the chosen file at once; the form stores it on submit. */
export function ClubImage(props: ClubImageProps) {
  const { what, file, storedURL, clubName = '', isRequired = false, problem, onChoose } = props;
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null);
  useEffect(() => () => URL.revokeObjectURL(chosen?.preview ?? ''), [chosen]);
  const preview = chosen !== null && chosen.file === file ? chosen.preview : null;
  const take = (picked: File) => {
    setChosen({ file: picked, preview: URL.createObjectURL(picked) });
    onChoose(picked);
  };
  const picker = (
    <ImagePicker
      label={what === 'icon' ? 'Icon' : 'Banner'}
      name={what}
      shape={what}
      imageURL={preview ?? storedURL}
      empty={
        what === 'banner' ? <Banner imageURL={null} /> : <Avatar name={clubName} imageURL={null} size={96} />
      }
      isRequired={isRequired}
      formProblem={problem}
      upload={(picked) => {
        take(picked);
        return Promise.resolve('');
      }}
      onUploaded={() => {}}
    />
  );
  if (what === 'banner') return picker;
  return (
    <div>
      {picker}
      <InitialsButton name={clubName} onDrawn={take} />
    </div>
  );
}

/** Draws an icon with the initials of a club. */
function InitialsButton({ name, onDrawn }: { name: string; onDrawn: (icon: File) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const isNameless = name.trim() === '';

  async function draw() {
    try {
      setProblem(isNameless ? 'Type the name of the club first' : null);
      if (isNameless) return;
      const { drawInitials } = await loadChunk(() => import('./draw-initials.ts'));
      onDrawn(await drawInitials(name));
    } catch (error) {
      console.warn('The initials could not be drawn', error);
      setProblem("This browser can't draw the icon. Choose an image instead.");
    }
  }

  return (
    <div className={styles.default}>
      <Button look="quiet" onClick={() => void draw()}>
        Use initials
      </Button>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    </div>
  );
}
