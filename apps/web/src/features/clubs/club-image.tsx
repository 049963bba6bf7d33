import { useEffect, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/profile/banner.tsx';
import { ImagePicker } from '../files/index.ts';

type ClubImageProps = {
  what: 'icon' | 'banner';
  /** The chosen file, not stored yet. */
  file: File | null;
  /** The current image, shown without a chosen file; null shows the placeholder. */
  storedURL: string | null;
  /** The name whose initials replace a missing icon. */
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
