import { useEffect, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ImagePicker } from '../files/index.ts';

type ClubImageProps = {
  what: 'icon' | 'banner';
  /** What was chosen for the form and is not stored yet. */
  file: File | null;
  /** What is shown where nothing was chosen; null for what stands in its place. */
  storedURL: string | null;
  /** The name of a club that has no icon. */
  clubName?: string;
  isRequired?: boolean;
  problem?: string | undefined;
  onChoose: (file: File) => void;
};

/** The icon or the banner on a form: it is shown at once, and stored when the form is sent. */
export function ClubImage(props: ClubImageProps) {
  const { what, file, storedURL, clubName = '', isRequired = false, problem, onChoose } = props;
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null);
  useEffect(() => () => URL.revokeObjectURL(chosen?.preview ?? ''), [chosen]);
  const preview = chosen !== null && chosen.file === file ? chosen.preview : null;
  return (
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
        setChosen({ file: picked, preview: URL.createObjectURL(picked) });
        onChoose(picked);
        return Promise.resolve('');
      }}
      onUploaded={() => {}}
    />
  );
}
